import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '../../api/client.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { showToast } from '../../ui/toast-store.ts';
import { PasswordDialog } from './password-dialog.tsx';

interface SignOutDialogProps {
  readonly path: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function SignOutDialog({ path, title, onClose }: SignOutDialogProps): ReactNode {
  const { devices: texts } = useMessages().account;
  const refresh = useRefresh();
  const signOut = useMutation({
    mutationFn: (password: string) => post(`/account/devices/${path}`, { password }),
    onSuccess: () => {
      showToast({ tone: 'success', text: texts.signedOut });
      onClose();
    },
    onSettled: () => refresh('/account/devices'),
  });
  return (
    <PasswordDialog
      danger
      title={title}
      text={texts.passwordFirst}
      submitLabel={texts.signOut}
      busy={signOut.isPending}
      error={signOut.error}
      onClose={onClose}
      onSubmit={signOut.mutate}
    />
  );
}
