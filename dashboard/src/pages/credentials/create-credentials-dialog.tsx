import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '../../api/client.ts';
import type { CredentialSecretShape } from '../../api/shapes.ts';
import { useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';

/** Asks first; then shows the secret, this once. */
export function CreateCredentialsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { credentials } = useMessages();
  const refresh = useRefresh();
  const create = useMutation({
    mutationFn: () => post<CredentialSecretShape>('/credentials'),
    onSuccess: () => void refresh('/credentials', '/overview'),
  });
  if (create.data) return <CreatedDialog created={create.data} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={credentials.createDialog.title}
      confirmLabel={credentials.createDialog.submit}
      busy={create.isPending}
      error={create.error}
      onClose={onClose}
      onConfirm={() => create.mutate()}
    >
      <p>{credentials.createDialog.text}</p>
    </ConfirmDialog>
  );
}

interface CreatedDialogProps {
  readonly created: CredentialSecretShape;
  readonly onClose: () => void;
}

function CreatedDialog({ created, onClose }: CreatedDialogProps): ReactNode {
  const {
    credentials: { shown },
  } = useMessages();
  const example = `curl -u "${created.client_id}:$CLIENT_SECRET" \\\n  ${location.origin}/api/v1/chargeback-alert/alerts`;
  return (
    <Dialog
      open
      width="md"
      title={shown.title}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {shown.done}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <Notice tone="warning">{shown.text}</Notice>
        <ShownOnce label={shown.clientId} value={created.client_id} />
        <ShownOnce label={shown.clientSecret} value={created.client_secret} />
        <div>
          <h3 className="mb-1.5 text-sm font-medium">{shown.tryIt}</h3>
          <CodeBlock label={shown.tryIt} code={example} />
        </div>
      </div>
    </Dialog>
  );
}
