import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { PasswordField } from './password-card.tsx';

export function RemoveTotpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { totp: texts } = useMessages().account;
  const refresh = useRefresh();
  const [password, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () => post('/account/totp/remove', { password }),
    onSuccess: () => {
      showToast({ tone: 'success', text: texts.removed });
      void refresh('/session');
      onClose();
    },
  });
  return (
    <FormDialog
      danger
      title={texts.remove}
      submitLabel={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      disabled={password === ''}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <p>{texts.removeText}</p>
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
