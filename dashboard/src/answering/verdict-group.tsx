import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { BulkRowPageShape, BulkRowShape, BulkUpdateShape } from '../api/shapes.ts';
import { useGet } from '../api/use-get.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { cx } from '../ui/cx.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Icon } from '../ui/icon.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

const SAMPLES_MAX = 5;

type Group = BulkUpdateShape['verdicts'][number];

interface VerdictGroupProps {
  readonly updateId: string;
  readonly group: Group;
}

/** All rows of one verdict: how many, the API's words, and on demand some of them. */
export function VerdictGroup({ updateId, group }: VerdictGroupProps): ReactNode {
  const { answering } = useMessages();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const isGood = group.verdict === 'will_apply';
  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="group/verdict">
        <summary className="flex list-none items-start gap-3 px-3.5 py-2.5 hover:bg-hover">
          <Icon
            name={isGood ? 'checkCircle' : 'lock'}
            className={cx('mt-0.5', isGood ? 'text-success-ink' : 'text-warning-ink')}
          />
          <span className="min-w-0 grow">
            <span className="font-medium">{answering.verdicts[group.verdict]}</span>
            {group.message !== null && <span className="block text-sm text-muted">“{group.message}”</span>}
          </span>
          <span className="font-medium tabular-nums">{format.number(group.rows)}</span>
          <Icon
            name="chevronDown"
            className="mt-0.5 text-subtle transition-transform group-open/verdict:rotate-180"
          />
        </summary>
        {isOpen && <Samples updateId={updateId} group={group} />}
      </details>
    </li>
  );
}

function Samples({ updateId, group }: VerdictGroupProps): ReactNode {
  const { answering } = useMessages();
  const format = useFormat();
  const { data, error } = useGet<BulkRowPageShape>(`/bulk-updates/${updateId}/rows`, {
    query: { verdict: group.verdict },
  });
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <SkeletonRows rows={2} />;
  const rows = data.data.slice(0, SAMPLES_MAX);
  const more = data.meta.total - rows.length;
  return (
    <ul aria-label={answering.bulk.samples} className="grid gap-1 px-3.5 pb-3 pl-10.5 text-sm">
      {rows.map((row) => (
        <li key={row.line}>
          <Sample row={row} />
        </li>
      ))}
      {more > 0 && <li className="text-muted">{answering.bulk.moreRows(format.number(more))}</li>}
    </ul>
  );
}

function Sample({ row }: { readonly row: BulkRowShape }): ReactNode {
  const { alert_id: id, reference } = row;
  if (id === null) return <code className="font-mono text-xs break-all">{reference}</code>;
  return (
    <Link
      to="/alerts/$id"
      params={{ id }}
      target="_blank"
      className="font-mono text-xs break-all text-accent-ink underline-offset-2 hover:underline"
    >
      {reference}
    </Link>
  );
}
