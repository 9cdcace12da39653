import { type ReactNode, useDeferredValue, useState } from 'react';
import type { CompanyPageShape, EnrollmentShape, MerchantShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Field } from '../../ui/field.tsx';
import { Picker } from '../../ui/picker.tsx';
import type { PickerOption } from '../../ui/use-picker.ts';
import { routeOf } from './route-of.ts';

interface PickProps {
  readonly chosen: PickerOption | undefined;
  readonly onChoose: (option: PickerOption | undefined) => void;
}

export function CompanyPicker({ chosen, onChoose }: PickProps): ReactNode {
  const { operator } = useMessages();
  const [text, setText] = useState('');
  const query = useGet<CompanyPageShape>('/operator/companies', {
    query: { q: useDeferredValue(text.trim()) },
  });
  const options = (query.data?.data ?? []).map(({ id, name }) => ({ id, label: name, hint: id }));
  return (
    <PickField
      label={operator.chooseCompany}
      options={options}
      isSearching={query.isFetching}
      onType={setText}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

export function MerchantPicker({ chosen, onChoose }: PickProps): ReactNode {
  const { operator } = useMessages();
  const [text, setText] = useState('');
  const query = useGet<{ readonly data: readonly MerchantShape[] }>('/operator/merchants', {
    query: { q: useDeferredValue(text.trim()) },
  });
  const options = (query.data?.data ?? []).map(({ id, name, company_name: company }) => ({
    id,
    label: name,
    hint: company,
  }));
  return (
    <PickField
      label={operator.chooseMerchant}
      options={options}
      isSearching={query.isFetching}
      onType={setText}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

interface EnrollmentPickerProps extends PickProps {
  readonly provider: EnrollmentShape['provider'];
}

/** Only those of the alert's own provider: an alert cannot go to another's. */
export function EnrollmentPicker({ provider, chosen, onChoose }: EnrollmentPickerProps): ReactNode {
  const { operator } = useMessages();
  const [text, setText] = useState('');
  const query = useGet<{ readonly data: readonly EnrollmentShape[] }>('/operator/enrollments', {
    query: { provider, q: useDeferredValue(text.trim()) },
  });
  const options = (query.data?.data ?? []).map((enrollment) => ({
    id: enrollment.id,
    label: `${enrollment.merchant_name} · ${routeOf(enrollment)}`,
    hint: enrollment.company_name,
  }));
  return (
    <PickField
      label={operator.unrouted.dialog.enrollment}
      options={options}
      isSearching={query.isFetching}
      onType={setText}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

interface PickFieldProps extends PickProps {
  readonly label: string;
  readonly options: readonly PickerOption[];
  readonly isSearching: boolean;
  readonly onType: (text: string) => void;
}

function PickField({ label, options, isSearching, onType, chosen, onChoose }: PickFieldProps): ReactNode {
  const {
    operator: { picker },
  } = useMessages();
  return (
    <Field label={label}>
      {(control) => (
        <Picker
          control={control}
          chosen={chosen}
          options={options}
          onType={onType}
          onChoose={onChoose}
          placeholder={picker.placeholder}
          emptyText={isSearching ? picker.searching : picker.none}
        />
      )}
    </Field>
  );
}
