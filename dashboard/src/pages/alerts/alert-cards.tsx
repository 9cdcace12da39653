import { memo, type ReactNode } from 'react';
import { Deadline } from '../../answering/deadline.tsx';
import { AlertStatusBadge } from '../../answering/status-badge.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { cx } from '../../ui/cx.ts';
import { AlertLink } from './alert-link.tsx';
import type { AlertRowProps, AlertRowsProps, RowContentProps } from './alert-rows.ts';
import { PageCheckbox } from './alert-table.tsx';
import { CardDigits } from './card-digits.tsx';
import { Gone } from './gone.tsx';
import { RowActions } from './row-actions.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { useIsSelected } from './selection.ts';

/** The list on a phone. */
export const AlertCards = memo(function AlertCards(props: AlertRowsProps): ReactNode {
  const { rows, isStale, currentId: _, goneIds, ...shared } = props;
  const { alerts } = useMessages();
  return (
    <div className={cx(isStale && 'opacity-60')}>
      <label className="flex items-center gap-3 border-b border-line px-4 py-3 text-sm text-muted">
        <PageCheckbox rows={rows} selection={shared.selection} />
        <span aria-hidden="true">{alerts.selectPage}</span>
      </label>
      <ul aria-label={alerts.title} className="divide-y divide-line">
        {rows.map((alert, position) => (
          <AlertCard
            // oxlint-disable-next-line react/no-array-index-key -- as in the table
            key={position}
            {...shared}
            alert={alert}
            isGone={goneIds.has(alert.id)}
          />
        ))}
      </ul>
    </div>
  );
});

/** Without a keyboard no row is the current one. */
type AlertCardProps = Omit<AlertRowProps, 'isCurrent'>;

const AlertCard = memo(function AlertCard({ selection, ...content }: AlertCardProps): ReactNode {
  const { alert } = content;
  const isSelected = useIsSelected(selection, alert.id);
  return (
    <li
      data-row={alert.id}
      className={cx('group relative flex gap-3 px-4 py-3', isSelected && 'bg-accent-soft')}
    >
      <div className="pt-0.5">
        <RowCheckbox alert={alert} selection={selection} isSelected={isSelected} />
      </div>
      <CardContent {...content} />
    </li>
  );
});

const CardContent = memo(function CardContent(props: RowContentProps): ReactNode {
  const { alert, isGone, search } = props;
  return (
    <div className="grid min-w-0 grow gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <AlertLink alert={alert} search={search} />
        {isGone ? <Gone /> : <Deadline alert={alert} />}
      </div>
      <p className="flex justify-between gap-3 text-sm tabular-nums">
        <span className="truncate text-muted">{alert.merchant_name}</span>
        <span className="whitespace-nowrap">
          <CardDigits alert={alert} />
        </span>
      </p>
      <div className="flex items-center justify-between gap-3">
        {isGone ? <span /> : <AlertStatusBadge alert={alert} />}
        <RowActions {...props} />
      </div>
    </div>
  );
});
