import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import type { Provider } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { RadioGroup } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { PickerOption } from '../../ui/use-picker.ts';
import { showToast } from '../../ui/toast-store.ts';
import { MerchantPicker } from '../operator/pickers.tsx';

const PROVIDERS = ['provider_a_alerts', 'provider_b_rdr'] as const satisfies readonly Provider[];

interface Route {
  readonly descriptor: string;
  readonly acquirerBin: string;
  readonly caid: string;
}

export function CreateEnrollmentDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { operator, common } = useMessages();
  const texts = operator.enrollments;
  const refresh = useRefresh();
  const [merchant, setMerchant] = useState<PickerOption>();
  const [provider, setProvider] = useState<Provider>('provider_a_alerts');
  const [route, setRoute] = useState<Route>({ descriptor: '', acquirerBin: '', caid: '' });
  const create = useMutation({
    mutationFn: () =>
      post<{ readonly adopted_alerts: number }>('/operator/enrollments', {
        merchant_id: merchant?.id,
        provider,
        ...toBody(provider, route),
      }),
    onSuccess: ({ adopted_alerts: adopted }) => {
      onClose();
      showToast({ text: texts.createDialog.created(adopted), tone: 'success' });
      void refresh('/operator');
    },
  });
  return (
    <FormDialog
      title={texts.createDialog.title}
      submitLabel={texts.createDialog.submit}
      disabled={merchant === undefined}
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <MerchantPicker chosen={merchant} onChoose={setMerchant} />
      <RadioGroup
        label={texts.provider}
        value={provider}
        choices={PROVIDERS.map((value) => ({ value, label: common.providers[value] }))}
        onChange={setProvider}
      />
      <RouteFields provider={provider} route={route} onChange={setRoute} />
    </FormDialog>
  );
}

/** A field of the other provider would be a misunderstanding. */
function toBody(provider: Provider, { descriptor, acquirerBin, caid }: Route): Record<string, string> {
  return provider === 'provider_a_alerts' ? { descriptor } : { acquirer_bin: acquirerBin, caid };
}

interface RouteFieldsProps {
  readonly provider: Provider;
  readonly route: Route;
  readonly onChange: (route: Route) => void;
}

function RouteFields({ provider, route, onChange }: RouteFieldsProps): ReactNode {
  const {
    operator: { enrollments: texts },
  } = useMessages();
  const field = (name: keyof Route, label: string, hint: string, maxLength = 255): ReactNode => (
    <Field key={name} label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          mono
          required
          maxLength={maxLength}
          value={route[name]}
          onChange={({ target }) => onChange({ ...route, [name]: target.value })}
        />
      )}
    </Field>
  );
  if (provider === 'provider_a_alerts') {
    return field('descriptor', texts.descriptor, texts.createDialog.descriptorHint);
  }
  return [
    field('acquirerBin', texts.acquirerBin, texts.createDialog.binHint, 11),
    field('caid', texts.caid, texts.createDialog.caidHint),
  ];
}
