import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OverviewShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from './facts.tsx';

type Webhooks = OverviewShape['webhooks'];

const LINK = 'mt-4 inline-block rounded-sm text-sm font-medium text-accent-ink hover:underline';

export function WebhooksCard({ webhooks }: { readonly webhooks: Webhooks }): ReactNode {
  const { overview, common } = useMessages();
  const format = useFormat();
  const words = overview.webhooks;
  const { failed_24h: failed, median_latency_ms: latency } = webhooks;
  if (webhooks.endpoints === 0) {
    return (
      <Card
        title={words.title}
        actions={
          <Link to="/webhooks" className={buttonClass('secondary', 'sm')}>
            {words.add}
          </Link>
        }
      >
        <p className="text-sm text-muted">{words.noEndpoint}</p>
      </Card>
    );
  }
  return (
    <Card title={words.title} actions={<Health webhooks={webhooks} />}>
      <Facts
        facts={[
          { name: words.delivered, value: format.number(webhooks.delivered_24h) },
          { name: words.failed, value: format.number(failed), isBad: failed > 0 },
          { name: words.waiting, value: format.number(webhooks.waiting) },
          { name: words.latency, value: latency === null ? common.none : format.latency(latency) },
        ]}
      />
      <Link to="/deliveries" search={failed > 0 ? { state: 'failed' } : {}} className={LINK}>
        {failed > 0 ? words.seeFailed : words.seeAll}
      </Link>
    </Card>
  );
}

function Health({ webhooks }: { readonly webhooks: Webhooks }): ReactNode {
  const { webhooks: words } = useMessages().overview;
  if (webhooks.failed_24h > 0) return <Badge tone="danger">{words.failing}</Badge>;
  if (webhooks.paused > 0) {
    return (
      <Badge tone="warning" icon="pause">
        {words.paused(webhooks.paused)}
      </Badge>
    );
  }
  return <Badge tone="success">{words.healthy}</Badge>;
}
