import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { EndpointListShape, EndpointSecretShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AddEndpointDialog } from './add-endpoint-dialog.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const ASK_AGAIN_MS = 15_000;

export function WebhooksPage(): ReactNode {
  const { webhooks } = useMessages();
  const query = useGet<EndpointListShape>('/endpoints', { everyMs: ASK_AGAIN_MS });
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<EndpointSecretShape>();
  const open = (): void => setIsAdding(true);
  return (
    <>
      <PageHeader
        title={webhooks.title}
        description={webhooks.description}
        actions={<AddButton list={query.data} onAdd={open} />}
      />
      <Loaded query={query}>
        {(list) => (list.data.length === 0 ? <NoEndpoints onAdd={open} /> : <Endpoints list={list} />)}
      </Loaded>
      {isAdding && (
        <AddEndpointDialog
          allowsPrivate={query.data?.allows_private ?? false}
          onClose={() => setIsAdding(false)}
          onAdded={(secret) => {
            setIsAdding(false);
            setAdded(secret);
          }}
        />
      )}
      {added && (
        <SecretDialog title={webhooks.shown.addedTitle} secret={added} onClose={() => setAdded(undefined)} />
      )}
    </>
  );
}

function Endpoints({ list }: { readonly list: EndpointListShape }): ReactNode {
  const { webhooks } = useMessages();
  return (
    <div className="grid grid-cols-1 gap-4">
      {list.data.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} />
      ))}
      <p className="text-sm text-muted">{webhooks.used(list.data.length, list.endpoints_max)}</p>
    </div>
  );
}

interface AddButtonProps {
  readonly list?: EndpointListShape | undefined;
  readonly onAdd: () => void;
}

function AddButton({ list, onAdd }: AddButtonProps): ReactNode {
  const { webhooks } = useMessages();
  const roleReason = useDisabledReason('manage_endpoints');
  const isFull = list !== undefined && list.data.length >= list.endpoints_max;
  const reason = roleReason ?? (isFull ? webhooks.full(list.endpoints_max) : undefined);
  return (
    <Button variant="primary" icon="plus" disabledReason={reason} onClick={onAdd}>
      {webhooks.add}
    </Button>
  );
}

function NoEndpoints({ onAdd }: { readonly onAdd: () => void }): ReactNode {
  const { webhooks } = useMessages();
  return (
    <Card>
      <EmptyState kind="setup" title={webhooks.empty} action={<AddButton onAdd={onAdd} />}>
        {webhooks.emptyText}
      </EmptyState>
    </Card>
  );
}
