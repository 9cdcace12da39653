import type { ReactNode } from 'react';
import { useServerValue } from '../api/server-clock.ts';
import type { AlertRowShape, AlertStatus } from '../api/shapes.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon-paths.ts';

const LOOKS: Readonly<Record<AlertStatus, { readonly tone: Tone; readonly icon: IconName }>> = {
  pending: { tone: 'info', icon: 'circleDashed' },
  notfound: { tone: 'success', icon: 'search' },
  account_suspended: { tone: 'success', icon: 'ban' },
  other: { tone: 'neutral', icon: 'check' },
  expired: { tone: 'danger', icon: 'xCircle' },
};

export function StatusBadge({ status }: { readonly status: AlertStatus }): ReactNode {
  const { common } = useMessages();
  const { tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {common.statuses[status]}
    </Badge>
  );
}

/** An answer that is held stands there already, marked as not out yet; once its time is over it is the alert's status. */
export function AlertStatusBadge({ alert }: { readonly alert: AlertRowShape }): ReactNode {
  const { common } = useMessages();
  const { status, held } = alert;
  const isOut = useServerValue((now) => held !== null && now >= Date.parse(held.until));
  if (held === null || isOut) return <StatusBadge status={held?.status ?? status} />;
  return (
    <Badge tone="info" icon="hourglass">
      {common.statuses[held.status]}
    </Badge>
  );
}
