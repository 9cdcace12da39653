import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DeliveryListShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Select } from '../../ui/inputs.tsx';
import { MomentInput } from '../../ui/moment-input.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';

const STATES = ['all', 'queued', 'delivered', 'failed'] as const;
type StateChoice = (typeof STATES)[number];

interface DeliveryFiltersProps {
  readonly endpoints: DeliveryListShape['endpoints'];
}

/** Kept in the address, so that a filtered list can be shared. */
export function DeliveryFilters({ endpoints }: DeliveryFiltersProps): ReactNode {
  const { deliveries, common } = useMessages();
  const texts = deliveries.filters;
  const search = useSearch({ from: '/shell/deliveries' });
  const navigate = useNavigate({ from: '/deliveries' });
  const set = (name: keyof typeof search, value: string | undefined): void => {
    const { [name]: _, ...others } = search;
    void navigate({ search: value === undefined ? others : { ...others, [name]: value } });
  };
  return (
    <FilterBar>
      <Segmented<StateChoice>
        label={texts.state}
        value={STATES.find((state) => state === search.state) ?? 'all'}
        choices={STATES.map((value) => ({
          value,
          label: value === 'all' ? common.all : deliveries.states[value],
        }))}
        onChange={(value) => set('state', value === 'all' ? undefined : value)}
      />
      <SearchInput label={texts.search} value={search.q} onSearch={(text) => set('q', text)} />
      <Select
        aria-label={texts.endpoint}
        className="w-full sm:w-56"
        value={search.endpoint_id ?? ''}
        choices={[
          { value: '', label: texts.allEndpoints },
          ...endpoints.map(({ id, url }) => ({ value: id, label: url })),
        ]}
        onChange={(value) => set('endpoint_id', value === '' ? undefined : value)}
      />
      <label className="flex w-full items-center gap-2 text-sm text-muted sm:w-auto">
        <span className="whitespace-nowrap">{texts.since}</span>
        <MomentInput value={search.since} onChange={(value) => set('since', value)} />
      </label>
      {Object.keys(search).length > 0 && (
        <Button variant="ghost" icon="x" onClick={() => void navigate({ search: {} })}>
          {texts.clear}
        </Button>
      )}
    </FilterBar>
  );
}
