import type { ReactNode } from 'react';
import type { DeliveryState } from '../api/shapes.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Badge, type Tone } from './badge.tsx';
import type { IconName } from './icon-paths.ts';

const LOOKS: Readonly<Record<DeliveryState, readonly [Tone, IconName]>> = {
  queued: ['info', 'clock'],
  delivered: ['success', 'checkCircle'],
  failed: ['danger', 'xCircle'],
};

export function DeliveryStateBadge({ state }: { readonly state: DeliveryState }): ReactNode {
  const { deliveries } = useMessages();
  const [tone, icon] = LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {deliveries.states[state]}
    </Badge>
  );
}
