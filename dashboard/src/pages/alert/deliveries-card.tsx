import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { AlertDetailShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useResend } from './use-resend.ts';

type Delivery = AlertDetailShape['deliveries'][number];

const TONES: Readonly<Record<Delivery['state'], Tone>> = {
  queued: 'info',
  delivered: 'success',
  failed: 'danger',
};

export function DeliveriesCard({ detail }: { readonly detail: AlertDetailShape }): ReactNode {
  const { deliveries: words } = useMessages().alert;
  const { alert, deliveries } = detail;
  return (
    <Card title={words.title}>
      {deliveries.length === 0 ? (
        <p className="text-sm text-muted">{words.none}</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery.endpoint_id} alertId={alert.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface DeliveryLineProps {
  readonly alertId: string;
  readonly delivery: Delivery;
}

function DeliveryLine({ alertId, delivery }: DeliveryLineProps): ReactNode {
  const { deliveries: words } = useMessages().alert;
  const resend = useResend(alertId);
  const forbidden = useDisabledReason('resend_deliveries');
  const { endpoint_id: endpointId, url, state } = delivery;
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 grow">
        <Link
          to="/deliveries/$alertId/$endpointId"
          params={{ alertId, endpointId }}
          className="block truncate font-mono text-xs hover:underline"
          title={url}
        >
          {url}
        </Link>
      </div>
      <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      <IconButton
        icon="send"
        size="sm"
        label={words.resendTo(url)}
        busy={resend.isPending}
        disabledReason={forbidden}
        onClick={() => resend.mutate(endpointId)}
      />
    </li>
  );
}
