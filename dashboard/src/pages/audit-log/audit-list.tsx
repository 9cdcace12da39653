import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import type { AuditLogShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import type { AuditSearch } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';

interface AuditListProps {
  readonly query: UseQueryResult<AuditLogShape, ApiError>;
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
  /** In the operator's log, which concerns all. */
  readonly showsCompany?: boolean | undefined;
}

export function AuditList({ query, search, onChange, showsCompany = false }: AuditListProps): ReactNode {
  return (
    <Card flush>
      <Loaded query={query}>
        {(log) =>
          log.data.length === 0 ? (
            <NoEntries isFiltered={search.action !== undefined || search.q !== undefined} />
          ) : (
            <>
              <AuditTable entries={log.data} isStale={query.isPlaceholderData} showsCompany={showsCompany} />
              <Steps log={log} search={search} onChange={onChange} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function NoEntries({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  const { auditLog } = useMessages();
  return isFiltered ? (
    <EmptyState kind="no_match" title={auditLog.noMatch}>
      {auditLog.noMatchText}
    </EmptyState>
  ) : (
    <EmptyState kind="nothing_yet" title={auditLog.empty}>
      {auditLog.emptyText}
    </EmptyState>
  );
}

interface StepsProps {
  readonly log: AuditLogShape;
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
}

function Steps({ log, search, onChange }: StepsProps): ReactNode {
  const { auditLog } = useMessages();
  const { before, ...filter } = search;
  const next = log.next_before;
  if (before === undefined && next === null) return undefined;
  return (
    <div className="flex justify-end gap-2 border-t border-line px-4 py-3 sm:px-5">
      {before !== undefined && (
        <Button size="sm" onClick={() => onChange(filter)}>
          {auditLog.newest}
        </Button>
      )}
      {next !== null && (
        <Button size="sm" icon="history" onClick={() => onChange({ ...filter, before: next })}>
          {auditLog.older}
        </Button>
      )}
    </div>
  );
}
