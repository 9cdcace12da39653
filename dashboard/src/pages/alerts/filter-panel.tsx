import type { ComponentProps, ReactNode } from 'react';
import type { AlertPageShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Field } from '../../ui/field.tsx';
import { type Choice, Select, TextInput } from '../../ui/inputs.tsx';
import type { AlertsSearch, FilterName } from './alerts-search.ts';
import { useChangeSearch } from './use-change-search.ts';
import { useDraft } from './use-draft.ts';

const STATUSES = ['pending', 'notfound', 'account_suspended', 'other', 'expired'] as const;
const PROVIDERS = ['provider_a_alerts', 'provider_b_rdr'] as const;
const DUE_HOURS = ['2', '6', '12', '24'] as const;

interface FilterPanelProps {
  readonly search: AlertsSearch;
  readonly merchants: AlertPageShape['merchants'];
}

/** Everything the API can filter by, and what only the dashboard can. */
export function FilterPanel({ search, merchants }: FilterPanelProps): ReactNode {
  const { alerts, common } = useMessages();
  const digits = { inputMode: 'numeric', mono: true } as const;
  return (
    <div className="grid gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4 shadow-low sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-5">
      <ChoiceFilter
        name="status"
        search={search}
        any={alerts.anyStatus}
        choices={named(common.statuses, STATUSES)}
      />
      <ChoiceFilter
        name="provider"
        search={search}
        any={alerts.anyProvider}
        choices={named(common.providers, PROVIDERS)}
      />
      <ChoiceFilter
        name="merchant_id"
        search={search}
        any={alerts.anyMerchant}
        choices={merchants.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ChoiceFilter
        name="due_within_hours"
        search={search}
        any={alerts.anyTime}
        choices={DUE_HOURS.map((value) => ({ value, label: alerts.hours(value) }))}
      />
      <TextFilter name="provider_alert_id" search={search} mono maxLength={200} />
      <TextFilter name="date_from" search={search} type="date" hint={alerts.utcHint} max={search.date_to} />
      <TextFilter name="date_to" search={search} type="date" hint={alerts.utcHint} min={search.date_from} />
      <TextFilter
        name="card_bin"
        search={search}
        {...digits}
        maxLength={8}
        hint={alerts.digitsHint.card_bin}
      />
      <TextFilter
        name="card_last4"
        search={search}
        {...digits}
        maxLength={4}
        hint={alerts.digitsHint.card_last4}
      />
    </div>
  );
}

function named(names: Readonly<Record<string, string>>, values: readonly string[]): Choice<string>[] {
  return values.map((value) => ({ value, label: names[value] ?? value }));
}

interface ChoiceFilterProps {
  readonly name: FilterName;
  readonly search: AlertsSearch;
  readonly any: string;
  readonly choices: readonly Choice<string>[];
}

function ChoiceFilter({ name, search, any, choices }: ChoiceFilterProps): ReactNode {
  const { alerts } = useMessages();
  const change = useChangeSearch();
  return (
    <Field label={alerts.fields[name]}>
      {(control) => (
        <Select
          {...control}
          value={search[name] ?? ''}
          choices={[{ value: '', label: any }, ...choices]}
          onChange={(value) => change({ [name]: value || undefined })}
        />
      )}
    </Field>
  );
}

interface TextFilterProps extends Omit<ComponentProps<typeof TextInput>, 'name' | 'value' | 'onChange'> {
  readonly name: FilterName;
  readonly search: AlertsSearch;
  readonly hint?: string | undefined;
}

/** Applied on Enter and on leaving the field, so that half a BIN asks for nothing. */
function TextFilter({ name, search, hint, ...input }: TextFilterProps): ReactNode {
  const { alerts } = useMessages();
  const change = useChangeSearch();
  const value = search[name] ?? '';
  const [draft, setDraft] = useDraft(value);
  const commit = (): void => {
    const text = draft.trim();
    if (text !== value) change({ [name]: text || undefined });
  };
  return (
    <Field label={alerts.fields[name]} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          value={draft}
          onChange={({ target }) => {
            setDraft(input.inputMode === 'numeric' ? target.value.replaceAll(/\D/g, '') : target.value);
          }}
          onBlur={commit}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
        />
      )}
    </Field>
  );
}
