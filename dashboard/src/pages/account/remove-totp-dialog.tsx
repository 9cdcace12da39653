import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '../../api/client.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { showToast } from '../../ui/toast-store.ts';
import { PasswordDialog } from './password-dialog.tsx';

export function RemoveTotpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { totp: texts } = useMessages().account;
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: (password: string) => post('/account/totp/remove', { password }),
    onSuccess: () => {
      showToast({ tone: 'success', text: texts.removed });
      void refresh('/session');
      onClose();
    },
  });
  return (
    <PasswordDialog
      danger
      title={texts.remove}
      text={texts.removeText}
      submitLabel={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={remove.mutate}
    />
  );
}
