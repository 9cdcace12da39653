import { memo, type ReactNode } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { Table, Th, ThActions, THead } from '../../ui/table.tsx';
import type { AlertRowsProps } from './alert-rows.ts';
import { AlertTableRow, WIDE_ONLY, WIDER_ONLY } from './alert-table-row.tsx';
import { usePageSelection } from './use-page-selection.ts';

/** The service sorts, filters and pages, so a table of rows is all there is to it. */
export const AlertTable = memo(function AlertTable(props: AlertRowsProps): ReactNode {
  const { rows, isStale, currentId, goneIds, ...shared } = props;
  const { alerts } = useMessages();
  return (
    <Table label={alerts.title} stale={isStale} className="[&_td]:px-2.5 [&_th]:px-2.5">
      <THead>
        <tr>
          <Th narrow>
            <PageCheckbox rows={rows} selection={shared.selection} />
          </Th>
          <Th>{alerts.columns.timeLeft}</Th>
          <Th numeric>{alerts.columns.amount}</Th>
          <Th>{alerts.columns.card}</Th>
          <Th className="min-w-28">{alerts.columns.merchant}</Th>
          <Th className={WIDER_ONLY}>{alerts.columns.provider}</Th>
          <Th className={WIDER_ONLY}>{alerts.columns.type}</Th>
          <Th>{alerts.columns.status}</Th>
          <Th className={WIDE_ONLY}>{alerts.columns.received}</Th>
          <ThActions label={alerts.columns.actions} />
        </tr>
      </THead>
      <tbody>
        {rows.map((alert, position) => (
          <AlertTableRow
            // oxlint-disable-next-line react/no-array-index-key -- a row that shows another alert costs half of a new row
            key={position}
            {...shared}
            alert={alert}
            isGone={goneIds.has(alert.id)}
            isCurrent={alert.id === currentId}
          />
        ))}
      </tbody>
    </Table>
  );
});

export function PageCheckbox({ rows, selection }: Pick<AlertRowsProps, 'rows' | 'selection'>): ReactNode {
  const { alerts } = useMessages();
  const page = usePageSelection(rows, selection);
  return (
    <Checkbox
      label={alerts.selectPage}
      hideLabel
      checked={page.isWhole}
      indeterminate={page.isPart}
      onChange={page.set}
    />
  );
}
