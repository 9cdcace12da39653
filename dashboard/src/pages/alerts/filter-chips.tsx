import type { ReactNode } from 'react';
import type { AlertPageShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { activeFilters, type AlertsSearch, FILTER_NAMES, type FilterName } from './alerts-search.ts';
import { useChangeSearch } from './use-change-search.ts';

interface FilterChipsProps {
  readonly search: AlertsSearch;
  readonly merchants: AlertPageShape['merchants'];
}

/** What narrows the list, each removable by one press. */
export function FilterChips({ search, merchants }: FilterChipsProps): ReactNode {
  const { alerts } = useMessages();
  const change = useChangeSearch();
  const write = useFilterText(merchants);
  const active = activeFilters(search);
  if (active.length === 0) return undefined;
  return (
    <ul aria-label={alerts.filters} className="flex flex-wrap items-center gap-2">
      {active.map((name) => (
        <li key={name}>
          <button
            type="button"
            className="flex h-7 max-w-72 items-center gap-1.5 rounded-full border border-line bg-surface pr-2 pl-3 text-sm hover:bg-hover max-md:h-9"
            onClick={() => change({ [name]: undefined })}
          >
            <span className="sr-only">{alerts.removeFilter}</span>
            <span className="text-muted">{alerts.fields[name]}</span>
            <span className="truncate font-medium">{write(name, search[name] ?? '')}</span>
            <Icon name="x" size={14} className="text-subtle" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" size="sm" onClick={() => change(NO_FILTER)}>
          {alerts.clearFilters}
        </Button>
      </li>
    </ul>
  );
}

export const NO_FILTER: AlertsSearch = Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined]));

function useFilterText(merchants: AlertPageShape['merchants']): (name: FilterName, value: string) => string {
  const { alerts, common } = useMessages();
  const format = useFormat();
  const statuses: Readonly<Record<string, string>> = common.statuses;
  const providers: Readonly<Record<string, string>> = common.providers;
  return (name, value) => {
    switch (name) {
      case 'status':
        return statuses[value] ?? value;
      case 'provider':
        return providers[value] ?? value;
      case 'merchant_id':
        return merchants.find(({ id }) => id === value)?.name ?? value;
      case 'due_within_hours':
        return alerts.hours(value);
      case 'date_from':
      case 'date_to':
        return Number.isNaN(Date.parse(value)) ? value : format.day(value);
      case 'q':
      case 'card_bin':
      case 'card_last4':
      case 'provider_alert_id':
        return value;
    }
  };
}
