import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '../../api/client.ts';
import type { EndpointSecretShape, EndpointShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

interface RotateDialogProps {
  readonly endpoint: EndpointShape;
  readonly onClose: () => void;
}

/** Asks first; then shows the new secret, this once. */
export function RotateDialog({ endpoint, onClose }: RotateDialogProps): ReactNode {
  const { webhooks } = useMessages();
  const refresh = useRefresh();
  const rotate = useMutation({
    mutationFn: () => post<EndpointSecretShape>(`/endpoints/${endpoint.id}/rotate`),
    onSuccess: () => void refresh('/endpoints'),
  });
  if (rotate.data) {
    return <SecretDialog title={webhooks.shown.rotatedTitle} secret={rotate.data} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      open
      title={webhooks.rotateDialog.title}
      confirmLabel={webhooks.rotateDialog.submit}
      busy={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onConfirm={() => rotate.mutate()}
    >
      <p className="font-mono text-sm break-all">{endpoint.url}</p>
      <p>{webhooks.rotateDialog.text}</p>
    </ConfirmDialog>
  );
}
