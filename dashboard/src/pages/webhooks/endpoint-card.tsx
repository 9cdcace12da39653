import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { EndpointShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { EndpointActions, type EndpointTask } from './endpoint-actions.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

export function EndpointCard({ endpoint }: { readonly endpoint: EndpointShape }): ReactNode {
  const { webhooks } = useMessages();
  const format = useFormat();
  const [task, setTask] = useState<EndpointTask>();
  const close = (): void => setTask(undefined);
  const { paused, previous_secret_until: overlapUntil } = endpoint;
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface px-4 py-4 shadow-low sm:px-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="flex min-w-0 flex-1 basis-64 items-center gap-1 font-mono text-sm font-medium break-all">
          {endpoint.url}
          <CopyButton value={endpoint.url} />
        </h2>
        {paused ? (
          <Badge tone="warning" icon="pause">
            {webhooks.paused}
          </Badge>
        ) : (
          <Badge tone="success">{webhooks.active}</Badge>
        )}
        <EndpointActions endpoint={endpoint} onTask={setTask} />
      </header>
      {paused && (
        <Notice tone="warning" title={webhooks.pausedSince(format.dateTime(paused.at))}>
          {paused.reason}
        </Notice>
      )}
      {overlapUntil !== null && <Notice>{webhooks.overlap(format.dateTime(overlapUntil))}</Notice>}
      <EndpointFacts endpoint={endpoint} />
      {task === 'test' && <TestDialog endpoint={endpoint} onClose={close} />}
      {task === 'rotate' && <RotateDialog endpoint={endpoint} onClose={close} />}
      {task === 'pause' && <PauseDialog endpoint={endpoint} onClose={close} />}
    </section>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: EndpointShape }): ReactNode {
  const { webhooks } = useMessages();
  return (
    <Facts
      columns={5}
      facts={[
        { label: webhooks.format, value: webhooks.formats[endpoint.format] },
        {
          label: webhooks.secret,
          value: <code className="font-mono text-xs">{endpoint.masked_secret}</code>,
        },
        { label: webhooks.created, value: <Time value={endpoint.created_at} /> },
        { label: webhooks.waiting, value: <Deliveries endpoint={endpoint} state="queued" /> },
        { label: webhooks.failed, value: <Deliveries endpoint={endpoint} state="failed" /> },
      ]}
    />
  );
}

interface DeliveriesProps {
  readonly endpoint: EndpointShape;
  readonly state: 'queued' | 'failed';
}

function Deliveries({ endpoint, state }: DeliveriesProps): ReactNode {
  const { webhooks } = useMessages();
  const format = useFormat();
  const count = state === 'queued' ? endpoint.waiting : endpoint.failed;
  if (count === 0) return format.number(0);
  const text = state === 'queued' ? webhooks.waitingDeliveries(count) : webhooks.failedDeliveries(count);
  return (
    <Link
      to="/deliveries"
      search={{ state, endpoint_id: endpoint.id }}
      className={state === 'failed' ? 'text-danger-ink underline' : 'text-accent-ink underline'}
    >
      {text}
    </Link>
  );
}
