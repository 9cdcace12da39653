import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import type { PickerOption } from '../../ui/use-picker.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useCompanyName } from '../operator/only-company.tsx';
import { CompanyPicker } from '../operator/pickers.tsx';

interface CreateMerchantDialogProps {
  /** The company whose merchants are shown, to begin with. */
  readonly companyId: string | undefined;
  readonly onClose: () => void;
}

export function CreateMerchantDialog({ companyId, onClose }: CreateMerchantDialogProps): ReactNode {
  const {
    operator: { merchants },
  } = useMessages();
  const texts = merchants.createDialog;
  const refresh = useRefresh();
  const knownName = useCompanyName(companyId);
  const [company, setCompany] = useState<PickerOption | undefined>(
    companyId === undefined ? undefined : { id: companyId, label: knownName ?? companyId },
  );
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => post('/operator/merchants', { company_id: company?.id, name: name.trim() }),
    onSuccess: () => {
      onClose();
      showToast({ text: texts.created, tone: 'success' });
      void refresh('/operator/merchants', '/operator/companies');
    },
  });
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
      disabled={company === undefined}
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <CompanyPicker chosen={company} onChoose={setCompany} />
      <Field label={texts.name} hint={texts.nameHint}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={200}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
