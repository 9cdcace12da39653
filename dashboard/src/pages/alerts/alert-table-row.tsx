import { memo, type ReactNode } from 'react';
import { Deadline } from '../../answering/deadline.tsx';
import { ProviderBadge } from '../../answering/provider-badge.tsx';
import { AlertStatusBadge } from '../../answering/status-badge.tsx';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { cx } from '../../ui/cx.ts';
import { Td, Tr } from '../../ui/table.tsx';
import { AlertLink } from './alert-link.tsx';
import type { AlertRowProps } from './alert-rows.ts';
import { CardDigits } from './card-digits.tsx';
import { Gone } from './gone.tsx';
import { RowActions } from './row-actions.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { useIsSelected } from './selection.ts';

/** Columns that give way on smaller screens; everything stands on the alert's own page. */
export const WIDE_ONLY = 'max-xl:hidden';
export const WIDER_ONLY = 'max-[86rem]:hidden';

export const AlertTableRow = memo(function AlertTableRow(props: AlertRowProps): ReactNode {
  const { alert, isGone, isCurrent, search, selection } = props;
  const { alerts } = useMessages();
  const format = useFormat();
  const isSelected = useIsSelected(selection, alert.id);
  return (
    <Tr
      data-row={alert.id}
      selected={isSelected}
      current={isCurrent}
      className={cx('relative', isGone && 'text-muted')}
    >
      <Td narrow>
        <RowCheckbox alert={alert} selection={selection} isSelected={isSelected} />
      </Td>
      <Td narrow>{isGone ? <Gone /> : <Deadline alert={alert} />}</Td>
      <Td numeric>
        <AlertLink alert={alert} search={search} />
      </Td>
      <Td className="whitespace-nowrap">
        <CardDigits alert={alert} />
      </Td>
      <Td className="max-w-52">
        <p className="truncate">{alert.merchant_name}</p>
        <p className="truncate text-xs text-muted">{alert.descriptor}</p>
      </Td>
      <Td className={WIDER_ONLY}>
        <ProviderBadge provider={alert.provider} />
      </Td>
      <Td className={cx(WIDE_ONLY, 'max-w-40')}>
        <p className="truncate">{alerts.types[alert.alert_type] ?? alert.alert_type}</p>
        <p className="truncate text-xs text-muted">
          {alert.reason_code !== '' && alerts.reason(alert.reason_code)}
        </p>
      </Td>
      <Td>
        <AlertStatusBadge alert={alert} />
      </Td>
      <Td className={cx(WIDE_ONLY, 'whitespace-nowrap text-muted')}>
        <time dateTime={alert.received_at} title={format.exactTime(alert.received_at)}>
          {format.shortDate(alert.received_at)}, {format.time(alert.received_at)}
        </time>
      </Td>
      <Td narrow>
        <RowActions {...props} />
      </Td>
    </Tr>
  );
});
