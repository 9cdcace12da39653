import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isApiError } from '../../api/api-error.ts';
import type { BulkUpdateShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { BulkStateBadge } from '../../ui/bulk-state-badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowGroups } from './row-groups.tsx';
import { RunFigures } from './run-figures.tsx';
import { RunPanel } from './run-panel.tsx';
import { useRun } from './use-run.ts';

export function ImportPage(): ReactNode {
  const { id } = useParams({ from: '/shell/imports/$id' });
  const { imports } = useMessages();
  const query = useRun(id);
  if (isApiError(query.error, 'NOT_FOUND')) return <NoSuchRun />;
  return (
    <>
      <Link
        to="/imports"
        className="mb-2 inline-flex items-center gap-1 text-sm text-muted hover:text-ink hover:underline"
      >
        <Icon name="chevronLeft" size={14} />
        {imports.run.back}
      </Link>
      {query.data === undefined && <PageHeader title={imports.title} />}
      <Loaded query={query}>{(run) => <Run run={run} />}</Loaded>
    </>
  );
}

function Run({ run }: { readonly run: BulkUpdateShape }): ReactNode {
  const { imports, common } = useMessages();
  const format = useFormat();
  const kind = run.status === null ? '' : ` · ${imports.setTo(common.statuses[run.status])}`;
  return (
    <>
      <PageHeader
        title={run.file_name ?? imports.names[run.source]}
        beside={<BulkStateBadge state={run.state} />}
        description={`${imports.run.begun(run.created_by, format.dateTime(run.created_at))}${kind}`}
        actions={
          run.filter && (
            <Link to="/alerts" search={toSearch(run.filter)} className={buttonClass()}>
              {imports.run.showFilter}
            </Link>
          )
        }
      />
      <div className="grid grid-cols-1 gap-5">
        <RunPanel run={run} />
        <RunFigures run={run} />
        <RowGroups run={run} />
      </div>
    </>
  );
}

/** In an address everything is text. */
function toSearch(filter: NonNullable<BulkUpdateShape['filter']>): Record<string, string> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function NoSuchRun(): ReactNode {
  const { imports } = useMessages();
  return (
    <>
      <PageHeader title={imports.title} />
      <EmptyState
        kind="not_found"
        title={imports.run.notFound}
        action={
          <Link to="/imports" className={buttonClass()}>
            {imports.run.back}
          </Link>
        }
      >
        {imports.run.notFoundText}
      </EmptyState>
    </>
  );
}
