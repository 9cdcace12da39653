import type { ReactNode } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Select } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import type { AuditSearch } from './audit-search.ts';

const ALL = 'all';

interface AuditFiltersProps {
  /** The first words of actions, each with its name. */
  readonly groups: Readonly<Record<string, string>>;
  readonly search: AuditSearch;
  readonly onChange: (search: AuditSearch) => void;
}

export function AuditFilters({ groups, search, onChange }: AuditFiltersProps): ReactNode {
  const { auditLog } = useMessages();
  const { action, q } = search;
  const set = (nextAction: string | undefined, nextQ: string | undefined): void =>
    onChange({
      ...(nextAction !== undefined && { action: nextAction }),
      ...(nextQ !== undefined && { q: nextQ }),
    });
  return (
    <FilterBar>
      <SearchInput label={auditLog.search} value={q} onSearch={(text) => set(action, text)} />
      <Select
        aria-label={auditLog.filter}
        className="w-full sm:w-56"
        value={action ?? ALL}
        choices={Object.entries(groups).map(([value, label]) => ({ value, label }))}
        onChange={(value) => set(value === ALL ? undefined : value, q)}
      />
      {(action !== undefined || q !== undefined) && (
        <Button variant="ghost" icon="x" onClick={() => onChange({})}>
          {auditLog.clear}
        </Button>
      )}
    </FilterBar>
  );
}
