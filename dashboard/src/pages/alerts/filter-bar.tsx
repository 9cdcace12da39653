import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { AlertPageShape } from '../../api/shapes.ts';
import { useShortcut } from '../../keyboard/shortcuts.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { activeFilters, type AlertsSearch } from './alerts-search.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { useChangeSearch } from './use-change-search.ts';
import { useDraft } from './use-draft.ts';

const TYPING_MS = 350;
const SEARCH_LENGTH_MAX = 100;

interface FilterBarProps {
  readonly search: AlertsSearch;
  readonly merchants: AlertPageShape['merchants'];
}

export function FilterBar({ search, merchants }: FilterBarProps): ReactNode {
  const { alerts } = useMessages();
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const count = activeFilters(search).filter((name) => name !== 'q').length;
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2">
        <SearchBox value={search.q ?? ''} />
        <Button
          icon="filter"
          aria-expanded={isOpen}
          aria-controls={panelId}
          className="h-9"
          onClick={() => setIsOpen(!isOpen)}
        >
          {alerts.filters}
          {count > 0 && (
            <span className="rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">{count}</span>
          )}
        </Button>
      </div>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && <FilterPanel search={search} merchants={merchants} />}
      </div>
      <FilterChips search={search} merchants={merchants} />
    </div>
  );
}

/** Looks while somebody types, after a short rest. */
function SearchBox({ value }: { readonly value: string }): ReactNode {
  const { alerts } = useMessages();
  const change = useChangeSearch();
  const box = useRef<HTMLInputElement>(null);
  useShortcut('/', alerts.keys.search, () => box.current?.focus());
  const [text, setText] = useDraft(value);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const type = (typed: string): void => {
    setText(typed);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => change({ q: typed.trim() || undefined }), TYPING_MS);
  };
  return (
    <Field label={alerts.searchLabel} hideLabel className="min-w-0 grow">
      {(control) => (
        <TextInput
          {...control}
          ref={box}
          type="search"
          icon="search"
          maxLength={SEARCH_LENGTH_MAX}
          placeholder={alerts.searchPlaceholder}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
        />
      )}
    </Field>
  );
}
