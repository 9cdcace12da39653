import { memo, type ReactNode } from 'react';
import { useTypeName } from '../../answering/alert-type.ts';
import { Deadline } from '../../answering/deadline.tsx';
import { ProviderBadge } from '../../answering/provider-badge.tsx';
import { AlertStatusBadge } from '../../answering/status-badge.tsx';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { cx } from '../../ui/cx.ts';
import { Td, Tr } from '../../ui/table.tsx';
import { AlertLink } from './alert-link.tsx';
import type { AlertRowProps, RowContentProps } from './alert-rows.ts';
import { CardDigits } from './card-digits.tsx';
import { Gone } from './gone.tsx';
import { RowActions } from './row-actions.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { useIsSelected } from './selection.ts';

/** Columns that give way on smaller screens; everything stands on the alert's own page. */
export const WIDE_ONLY = 'max-xl:hidden';
export const WIDER_ONLY = 'max-[90rem]:hidden';

/** To the row's button, which appears in the same place. */
const GIVES_WAY = 'pointer-fine:group-focus-within:*:invisible pointer-fine:group-hover:*:invisible';

/** Selecting a row draws its checkbox and its colour; the cells beside it stay as they are. */
export const AlertTableRow = memo(function AlertTableRow(props: AlertRowProps): ReactNode {
  const { isCurrent, selection, ...content } = props;
  const { alert, isGone } = content;
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
      <Cells {...content} />
    </Tr>
  );
});

const Cells = memo(function Cells(props: RowContentProps): ReactNode {
  const { alert, isGone, search } = props;
  return (
    <>
      <Td narrow>{isGone ? <Gone /> : <Deadline alert={alert} />}</Td>
      <Td numeric>
        <AlertLink alert={alert} search={search} />
      </Td>
      <Td className="whitespace-nowrap">
        <CardDigits alert={alert} />
      </Td>
      <Td className="w-full max-w-0">
        <p className="truncate">{alert.merchant_name}</p>
        <p className="truncate text-xs text-muted">{alert.descriptor}</p>
      </Td>
      <Td className={WIDER_ONLY}>
        <ProviderBadge provider={alert.provider} isShort />
      </Td>
      <TypeCell alert={alert} />
      <Td>{!isGone && <AlertStatusBadge alert={alert} />}</Td>
      <ReceivedCell alert={alert} forbidden={props.forbidden} />
      <Td narrow>
        <RowActions {...props} />
      </Td>
    </>
  );
});

type CellProps = Pick<AlertRowProps, 'alert'>;

function TypeCell({ alert }: CellProps): ReactNode {
  const { alerts } = useMessages();
  const typeName = useTypeName();
  return (
    <Td className={cx(WIDER_ONLY, 'max-w-36')}>
      <p className="truncate">{typeName(alert.alert_type)}</p>
      <p className="truncate text-xs text-muted">
        {alert.reason_code !== '' && alerts.reason(alert.reason_code)}
      </p>
    </Td>
  );
}

function ReceivedCell({ alert, forbidden }: Pick<AlertRowProps, 'alert' | 'forbidden'>): ReactNode {
  const format = useFormat();
  const hasButton = forbidden === undefined && (alert.held !== null || alert.allowed_next.length > 0);
  return (
    <Td className={cx(WIDE_ONLY, 'whitespace-nowrap text-muted', hasButton && GIVES_WAY)}>
      <time dateTime={alert.received_at} title={format.exactTime(alert.received_at)}>
        <span className="block">{format.time(alert.received_at)}</span>
        <span className="block text-xs">{format.shortDate(alert.received_at)}</span>
      </time>
    </Td>
  );
}
