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

/** An answer that was held is the alert's status once its time is over, also before the list was read anew. */
export function AlertStatusBadge({ alert }: { readonly alert: AlertRowShape }): ReactNode {
  const { status, held } = alert;
  const isOut = useServerValue((now) => held !== null && now >= Date.parse(held.until));
  return <StatusBadge status={held && isOut ? held.status : status} />;
}
