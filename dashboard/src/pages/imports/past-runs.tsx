import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import type { BulkUpdatePageShape, BulkUpdateShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { BulkStateBadge } from '../../ui/bulk-state-badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Table, Td, Th, THead, Tr } from '../../ui/table.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Time } from '../../ui/time.tsx';

const SOURCES = ['all', 'csv', 'selection', 'filter'] as const;
type Source = (typeof SOURCES)[number];

interface PastRunsProps {
  readonly query: UseQueryResult<BulkUpdatePageShape, ApiError>;
  readonly source: string | undefined;
}

export function PastRuns({ query, source }: PastRunsProps): ReactNode {
  const { imports } = useMessages();
  const navigate = useNavigate({ from: '/imports' });
  const chosen = SOURCES.find((known) => known === source) ?? 'all';
  return (
    <Card
      flush
      title={imports.list.title}
      actions={
        <Segmented<Source>
          label={imports.list.source}
          value={chosen}
          choices={SOURCES.map((value) => ({ value, label: imports.sources[value] }))}
          onChange={(value) => void navigate({ search: value === 'all' ? {} : { source: value } })}
        />
      }
    >
      <Loaded query={query}>
        {(page) =>
          page.data.length === 0 ? (
            <NoRuns isFiltered={chosen !== 'all'} />
          ) : (
            <RunTable page={page} isStale={query.isPlaceholderData} />
          )
        }
      </Loaded>
    </Card>
  );
}

function NoRuns({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  const { imports } = useMessages();
  if (isFiltered) {
    return (
      <EmptyState kind="no_match" title={imports.list.noMatch}>
        {imports.list.noMatchText}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="nothing_yet"
      title={imports.list.empty}
      action={
        <Link to="/alerts" className={buttonClass()}>
          {imports.list.toAlerts}
        </Link>
      }
    >
      {imports.list.emptyText}
    </EmptyState>
  );
}

interface RunTableProps {
  readonly page: BulkUpdatePageShape;
  readonly isStale: boolean;
}

function RunTable({ page: { data, meta }, isStale }: RunTableProps): ReactNode {
  const {
    imports: { list },
  } = useMessages();
  const navigate = useNavigate({ from: '/imports' });
  return (
    <>
      <Table wide label={list.label} stale={isStale}>
        <THead>
          <tr>
            <Th>{list.what}</Th>
            <Th>{list.state}</Th>
            <Th numeric>{list.rows}</Th>
            <Th numeric>{list.applied}</Th>
            <Th numeric>{list.refused}</Th>
            <Th>{list.by}</Th>
            <Th>{list.at}</Th>
          </tr>
        </THead>
        <tbody>
          {data.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </tbody>
      </Table>
      <div className="border-t border-line px-4 sm:px-5">
        <Pagination
          page={meta.page}
          perPage={meta.per_page}
          total={meta.total}
          onPage={(page) => void navigate({ search: (search) => ({ ...search, page: String(page) }) })}
        />
      </div>
    </>
  );
}

function RunRow({ run }: { readonly run: BulkUpdateShape }): ReactNode {
  const { imports, common } = useMessages();
  const format = useFormat();
  const hasRun = run.state === 'running' || run.state === 'done' || run.state === 'cancelled';
  const notApplied = run.rows_total - run.rows_applied;
  return (
    <Tr>
      <Td className="max-w-80 min-w-44">
        <Link
          to="/imports/$id"
          params={{ id: run.id }}
          className="block truncate font-medium text-accent-ink hover:underline"
        >
          {run.file_name ?? imports.names[run.source]}
        </Link>
        {run.status !== null && (
          <span className="block text-xs text-muted">{imports.setTo(common.statuses[run.status])}</span>
        )}
      </Td>
      <Td>
        <BulkStateBadge state={run.state} />
        {run.state === 'running' && (
          <div className="mt-1.5 w-32">
            <ProgressBar
              label={imports.run.running}
              value={run.rows_applied + run.rows_refused}
              max={run.rows_to_apply}
            />
          </div>
        )}
      </Td>
      <Td numeric>{format.number(run.rows_total)}</Td>
      <Td numeric>{hasRun ? format.number(run.rows_applied) : '–'}</Td>
      <Td numeric>{run.state === 'done' || run.state === 'cancelled' ? format.number(notApplied) : '–'}</Td>
      <Td className="whitespace-nowrap text-muted">{run.created_by}</Td>
      <Td className="text-muted">
        <Time value={run.created_at} />
      </Td>
    </Tr>
  );
}
