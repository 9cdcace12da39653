import type { ReactNode } from 'react';
import { StatusBadge } from '../../answering/status-badge.tsx';
import type { TimelineEntryShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { TimelineStep } from './timeline-step.tsx';

type Entry<K extends TimelineEntryShape['kind']> = Extract<TimelineEntryShape, { kind: K }>;

export function TimelineEntry({ entry }: { readonly entry: TimelineEntryShape }): ReactNode {
  const { alert, common } = useMessages();
  switch (entry.kind) {
    case 'received':
      return (
        <TimelineStep
          icon="inbox"
          tone="neutral"
          at={entry.at}
          title={alert.timeline.received(common.providers[entry.provider])}
        />
      );
    case 'webhook_attempt':
      return <Attempt entry={entry} />;
    case 'webhook_waiting':
      return (
        <TimelineStep icon="hourglass" tone="warning" at={entry.at} title={alert.timeline.waiting} isAhead>
          <Url url={entry.url} />
        </TimelineStep>
      );
    case 'status_changed':
      return <StatusChange entry={entry} />;
    case 'forward':
      return <Forward entry={entry} />;
  }
}

function Url({ url }: { readonly url: string }): ReactNode {
  return <span className="font-mono text-xs break-all">{url}</span>;
}

function Attempt({ entry }: { readonly entry: Entry<'webhook_attempt'> }): ReactNode {
  const { timeline } = useMessages().alert;
  const format = useFormat();
  const facts = [
    entry.status === null ? undefined : `HTTP ${entry.status}`,
    entry.error ?? undefined,
    format.latency(entry.duration_ms),
    timeline.attempt(format.number(entry.attempt)),
  ].filter((fact) => fact !== undefined);
  return (
    <TimelineStep
      icon={entry.succeeded ? 'send' : 'xCircle'}
      tone={entry.succeeded ? 'success' : 'danger'}
      at={entry.at}
      title={entry.succeeded ? timeline.delivered : timeline.attemptFailed}
    >
      <p>{facts.join(' · ')}</p>
      <Url url={entry.url} />
    </TimelineStep>
  );
}

function StatusChange({ entry }: { readonly entry: Entry<'status_changed'> }): ReactNode {
  const { timeline } = useMessages().alert;
  const isExpiry = entry.to === 'expired';
  return (
    <TimelineStep
      icon={isExpiry ? 'hourglass' : 'pencil'}
      tone={isExpiry ? 'danger' : 'info'}
      at={entry.at}
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          {timeline.statusSet} <StatusBadge status={entry.to} />
        </span>
      }
    >
      {timeline.by(timeline.actors[entry.actor_kind](entry.actor))}
    </TimelineStep>
  );
}

const FORWARD_LOOKS: Readonly<
  Record<Entry<'forward'>['state'], { readonly icon: IconName; readonly tone: Tone }>
> = {
  queued: { icon: 'arrowRight', tone: 'info' },
  accepted: { icon: 'checkCircle', tone: 'success' },
  refused: { icon: 'ban', tone: 'danger' },
  too_late: { icon: 'warning', tone: 'danger' },
};

function Forward({ entry }: { readonly entry: Entry<'forward'> }): ReactNode {
  const { timeline } = useMessages().alert;
  const { state, attempts, provider_message: message, next_attempt_at: nextAt } = entry;
  return (
    <TimelineStep {...FORWARD_LOOKS[state]} at={entry.at} title={timeline.forward[state]}>
      {message !== null && <p>{timeline.providerSaid(message)}</p>}
      {attempts > 1 && <p>{timeline.attempts(attempts)}</p>}
      {state === 'queued' && nextAt !== null && attempts > 0 && <RelativeTime value={nextAt} />}
    </TimelineStep>
  );
}
