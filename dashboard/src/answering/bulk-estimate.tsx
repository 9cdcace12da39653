import type { ReactNode } from 'react';
import type { BulkUpdateShape } from '../api/shapes.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Notice } from '../ui/notice.tsx';
import { StatusBadge } from './status-badge.tsx';
import { VerdictGroup } from './verdict-group.tsx';

/** What the check found, before anything is written. */
export function BulkEstimate({ update }: { readonly update: BulkUpdateShape }): ReactNode {
  const { answering } = useMessages();
  const format = useFormat();
  const { rows_to_apply: toApply, rows_total: total, verdicts } = update;
  return (
    <>
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-lg font-semibold tabular-nums">
          {answering.bulk.summary(format.number(toApply), total)}
        </p>
        {update.status && <StatusBadge status={update.status} />}
      </div>
      <Share part={toApply} total={total} />
      {toApply === 0 && <Notice tone="warning">{answering.bulk.nothing}</Notice>}
      <ul className="grid divide-y divide-line rounded-lg border border-line">
        {verdicts.map((group) => (
          <VerdictGroup key={`${group.verdict} ${group.message}`} updateId={update.id} group={group} />
        ))}
      </ul>
      {toApply > 0 && <p className="text-sm text-muted">{answering.bulk.estimateNote}</p>}
    </>
  );
}

function Share({ part, total }: { readonly part: number; readonly total: number }): ReactNode {
  const share = total === 0 ? 0 : part / total;
  return (
    <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
      <div className="h-full rounded-full bg-success-ink" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
