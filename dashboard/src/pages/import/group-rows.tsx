import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { BulkRowPageShape, BulkRowShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Clip } from '../../ui/clip.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table, Td, Th, THead, Tr } from '../../ui/table.tsx';
import type { RowGroup } from './groups-of.ts';
import { runPath } from './use-run.ts';

interface GroupRowsProps {
  readonly runId: string;
  readonly group: RowGroup;
}

/** The rows of one group, a page at a time. */
export function GroupRows({ runId, group }: GroupRowsProps): ReactNode {
  const { imports } = useMessages();
  const [page, setPage] = useState(1);
  const query = useGet<BulkRowPageShape>(`${runPath(runId)}/rows`, { query: { ...group.filter, page } });
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
      {({ data, meta }) => (
        <div className="rounded-md border border-line bg-surface">
          <RowTable label={imports.group.label(group.name)} rows={data} isStale={query.isPlaceholderData} />
          {meta.total_pages > 1 && (
            <div className="border-t border-line px-4">
              <Pagination page={meta.page} perPage={meta.per_page} total={meta.total} onPage={setPage} />
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}

interface RowTableProps {
  readonly label: string;
  readonly rows: readonly BulkRowShape[];
  readonly isStale: boolean;
}

function RowTable({ label, rows, isStale }: RowTableProps): ReactNode {
  const {
    imports: { group: texts },
  } = useMessages();
  if (rows.length === 0) return <p className="px-4 py-3 text-sm text-muted">{texts.none}</p>;
  const hasMessages = rows.some(({ message }) => message !== null);
  return (
    <Table label={label} stale={isStale}>
      <THead>
        <tr>
          <Th numeric narrow>
            {texts.line}
          </Th>
          <Th>{texts.reference}</Th>
          <Th>{texts.status}</Th>
          {hasMessages && <Th>{texts.message}</Th>}
        </tr>
      </THead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.line}>
            <Td numeric className="text-muted">
              {row.line}
            </Td>
            <Td>
              <Reference row={row} />
            </Td>
            <Td>
              <Clip mono text={row.status} />
            </Td>
            {hasMessages && <Td className="text-muted">{row.message}</Td>}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Reference({ row }: { readonly row: BulkRowShape }): ReactNode {
  if (row.alert_id === null) return <Clip mono text={row.reference} />;
  return (
    <Link
      to="/alerts/$id"
      params={{ id: row.alert_id }}
      search={{}}
      className="text-accent-ink hover:underline"
    >
      <Clip mono text={row.reference} />
    </Link>
  );
}
