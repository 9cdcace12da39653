import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import type { CredentialShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface RevokeDialogProps {
  readonly credential: CredentialShape;
  readonly onClose: () => void;
}

export function RevokeDialog({ credential, onClose }: RevokeDialogProps): ReactNode {
  const { credentials } = useMessages();
  const format = useFormat();
  const refresh = useRefresh();
  const { client_id: clientId, last_used_at: lastUsedAt } = credential;
  const revoke = useMutation({
    mutationFn: () => post(`/credentials/${encodeURIComponent(clientId)}/revoke`),
    onSuccess: () => {
      onClose();
      showToast({ text: credentials.revokedToast, tone: 'success' });
      void refresh('/credentials');
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      title={credentials.revokeDialog.title}
      confirmLabel={credentials.revokeDialog.submit}
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
    >
      <p className="font-mono text-sm break-all">{clientId}</p>
      <p>{credentials.revokeDialog.text}</p>
      {lastUsedAt !== null && (
        <Notice tone="warning">
          {credentials.revokeDialog.stillUsed(format.relative(lastUsedAt, serverNow()))}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
