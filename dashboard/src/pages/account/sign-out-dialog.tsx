import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { post } from '../../api/client.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { PasswordField } from './password-card.tsx';

interface SignOutDialogProps {
  readonly path: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function SignOutDialog({ path, title, onClose }: SignOutDialogProps): ReactNode {
  const { devices: texts } = useMessages().account;
  const refresh = useRefresh();
  const [password, setPassword] = useState('');
  const signOut = useMutation({
    mutationFn: () => post(`/account/devices/${path}`, { password }),
    onSuccess: () => {
      showToast({ tone: 'success', text: texts.signedOut });
      onClose();
    },
    onSettled: () => refresh('/account/devices'),
  });
  return (
    <FormDialog
      danger
      title={title}
      submitLabel={texts.signOut}
      busy={signOut.isPending}
      error={signOut.error}
      disabled={password === ''}
      onClose={onClose}
      onSubmit={() => signOut.mutate()}
    >
      <p>{texts.passwordFirst}</p>
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
