import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProviderHealthShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { AlarmTable } from './alarm-table.tsx';
import { ForwardFacts } from './forward-facts.tsx';
import { HourBars } from './hour-bars.tsx';

export function ProviderCard({ health }: { readonly health: ProviderHealthShape }): ReactNode {
  const { operator, common } = useMessages();
  const texts = operator.providers;
  const received = health.received_by_hour.reduce((sum, count) => sum + count, 0);
  return (
    <Card
      title={common.providers[health.provider]}
      actions={
        received === 0 && (
          <Badge tone="warning" icon="warning">
            {texts.silent}
          </Badge>
        )
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-5 lg:grid-cols-2">
          <ReceivedFacts health={health} received={received} />
          <HourBars counts={health.received_by_hour} />
        </div>
        {health.forwards === null ? (
          <p className="text-sm text-muted">{texts.noForwards}</p>
        ) : (
          <>
            <ForwardFacts forwards={health.forwards} />
            <AlarmTable alarms={health.alarms} />
          </>
        )}
      </div>
    </Card>
  );
}

interface ReceivedFactsProps {
  readonly health: ProviderHealthShape;
  readonly received: number;
}

function ReceivedFacts({ health, received }: ReceivedFactsProps): ReactNode {
  const { operator, common } = useMessages();
  const texts = operator.providers;
  const format = useFormat();
  return (
    <Facts
      columns={3}
      facts={[
        {
          label: texts.lastReceived,
          value:
            health.last_received_at === null ? (
              common.never
            ) : (
              <RelativeTime value={health.last_received_at} />
            ),
        },
        { label: texts.received24h, value: format.number(received) },
        {
          label: texts.unrouted,
          value:
            health.unrouted === 0 ? (
              format.number(0)
            ) : (
              <Link to="/operator/unrouted" className="font-medium text-accent-ink underline">
                {format.number(health.unrouted)}
              </Link>
            ),
        },
      ]}
    />
  );
}
