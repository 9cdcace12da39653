import type { ReactNode } from 'react';
import type { BulkState } from '../api/shapes.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Badge, type Tone } from './badge.tsx';
import type { IconName } from './icon-paths.ts';

const LOOKS: Readonly<Record<BulkState, { readonly tone: Tone; readonly icon: IconName }>> = {
  checking: { tone: 'neutral', icon: 'hourglass' },
  ready: { tone: 'warning', icon: 'eye' },
  running: { tone: 'info', icon: 'play' },
  cancelled: { tone: 'warning', icon: 'ban' },
  done: { tone: 'success', icon: 'checkCircle' },
  discarded: { tone: 'neutral', icon: 'x' },
};

export function BulkStateBadge({ state }: { readonly state: BulkState }): ReactNode {
  const { imports } = useMessages();
  return (
    <Badge tone={LOOKS[state].tone} icon={LOOKS[state].icon}>
      {imports.states[state]}
    </Badge>
  );
}
