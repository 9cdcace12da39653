import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { InviteDialog } from '../team/invite-dialog.tsx';

/** A company without an owner is of no use, so the invitation follows at once. */
export function CreateCompanyDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const {
    operator: { companies: texts },
  } = useMessages();
  const refresh = useRefresh();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => post<{ readonly company_id: string }>('/operator/companies', { name: name.trim() }),
    onSuccess: () => {
      showToast({ text: texts.createDialog.created(name.trim()), tone: 'success' });
      void refresh('/operator/companies');
    },
  });
  if (create.data) {
    return (
      <InviteDialog
        path={`/operator/companies/${create.data.company_id}/invitations`}
        refreshed="/operator/companies"
        title={texts.inviteTitle(name.trim())}
        firstRole="owner"
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={texts.createDialog.title}
      submitLabel={texts.createDialog.submit}
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={texts.createDialog.name} hint={texts.createDialog.hint}>
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
