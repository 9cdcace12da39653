import type { ReactNode } from 'react';
import type { EndpointSecretShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { VERIFICATION_SNIPPETS } from './verification-snippets.ts';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: EndpointSecretShape;
  readonly onClose: () => void;
}

/** The one time that the secret is shown, with what it is for. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps): ReactNode {
  const {
    webhooks: { shown },
  } = useMessages();
  const format = useFormat();
  return (
    <Dialog
      open
      width="md"
      title={title}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {shown.done}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <Notice tone="warning">{shown.text}</Notice>
        <ShownOnce label={shown.secret} value={secret.secret} />
        {secret.previous_secret_until !== null && (
          <Notice>{shown.overlap(format.dateTime(secret.previous_secret_until))}</Notice>
        )}
        <div>
          <h3 className="mb-1 text-sm font-medium">{shown.verify}</h3>
          <Tabs
            label={shown.verify}
            tabs={VERIFICATION_SNIPPETS.map(({ name, code }) => ({
              key: name,
              label: name,
              content: <CodeBlock label={`${shown.verify}: ${name}`} code={code} />,
            }))}
          />
        </div>
      </div>
    </Dialog>
  );
}
