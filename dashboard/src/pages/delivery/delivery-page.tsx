import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { useDisabledReason } from '../../api/session.ts';
import type { DeliveryDetailShape, DeliveryRowShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DeliveryStateBadge } from '../../ui/delivery-state-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Time } from '../../ui/time.tsx';
import { NextAttempt } from '../deliveries/next-attempt.tsx';
import { deliveryPath, useResend } from '../deliveries/use-resend.ts';
import { AttemptList } from './attempt-list.tsx';
import { RequestCard } from './request-card.tsx';

const ASK_AGAIN_MS = 5000;

export function DeliveryPage(): ReactNode {
  const { alertId, endpointId } = useParams({ from: '/shell/deliveries/$alertId/$endpointId' });
  const { deliveries } = useMessages();
  const path = deliveryPath({ alert_id: alertId, endpoint_id: endpointId });
  const query = useGet<DeliveryDetailShape>(path, { everyMs: ASK_AGAIN_MS });
  return (
    <>
      <Link
        to="/deliveries"
        className="mb-2 inline-flex items-center gap-1 text-sm text-muted hover:text-ink hover:underline"
      >
        <Icon name="chevronLeft" size={14} />
        {deliveries.detail.back}
      </Link>
      {query.data === undefined && <PageHeader title={deliveries.title} />}
      {isApiError(query.error, 'NOT_FOUND', 'ALERT_NOT_FOUND') ? (
        <EmptyState kind="not_found" title={deliveries.detail.notFound}>
          {deliveries.detail.notFoundText}
        </EmptyState>
      ) : (
        <Loaded query={query}>{(detail) => <Delivery detail={detail} />}</Loaded>
      )}
    </>
  );
}

function Delivery({ detail }: { readonly detail: DeliveryDetailShape }): ReactNode {
  const { deliveries } = useMessages();
  const { delivery, request, attempts } = detail;
  const disabledReason = useDisabledReason('resend_deliveries');
  const resend = useResend();
  return (
    <>
      <PageHeader
        title={deliveries.detail.title(delivery.provider_alert_id)}
        beside={<DeliveryStateBadge state={delivery.state} />}
        actions={
          <>
            <Link to="/alerts/$id" params={{ id: delivery.alert_id }} search={{}} className={buttonClass()}>
              {deliveries.detail.alert}
            </Link>
            <Button
              variant="primary"
              icon="refresh"
              disabledReason={disabledReason}
              busy={resend.isPending}
              onClick={() => resend.mutate(delivery)}
            >
              {deliveries.resend}
            </Button>
          </>
        }
      />
      <div className="grid grid-cols-1 gap-5">
        <Card>
          <DeliveryFacts delivery={delivery} />
        </Card>
        <AttemptList attempts={attempts} />
        <RequestCard request={request} />
      </div>
    </>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: DeliveryRowShape }): ReactNode {
  const {
    deliveries: { detail },
  } = useMessages();
  const format = useFormat();
  const { last_attempt_at: last, next_attempt_at: next } = delivery;
  return (
    <Facts
      facts={[
        {
          label: detail.endpoint,
          value: <span className="font-mono text-xs break-all">{delivery.url}</span>,
        },
        { label: detail.attempts, value: format.number(delivery.attempts) },
        { label: detail.lastAttempt, value: last === null ? '–' : <Time value={last} /> },
        { label: detail.next, value: <NextAttempt at={next} /> },
      ]}
    />
  );
}
