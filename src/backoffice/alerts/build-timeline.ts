import type { Alert } from '../../rules/alert.ts';
import { isTaken } from '../../rules/outcomes.ts';
import type { TimelineEntryShape } from '../../shapes/dashboard/alerts.ts';
import type { AlertForward, StatusChange } from '../../store/alerts/alert-timeline.ts';
import type { AttemptRecord, DeliveryRecord } from '../../store/outbox/find-deliveries.ts';

/** All that is known of what happened to an alert, each part oldest first. */
export interface AlertStory {
  readonly alert: Alert;
  readonly deliveries: readonly DeliveryRecord[];
  readonly attempts: readonly AttemptRecord[];
  readonly changes: readonly StatusChange[];
  readonly forwards: readonly AlertForward[];
}

/** One line of time, oldest first; of what happened in the same millisecond, the cause stands before its effect. */
export function buildTimeline(story: AlertStory): TimelineEntryShape[] {
  const { alert, deliveries } = story;
  const happened: TimelineEntryShape[] = [
    { kind: 'received', at: alert.receivedAt.toISOString(), provider: alert.provider },
    ...shapeAttempts(story),
    ...story.changes.map(shapeChange),
    ...story.forwards.map(shapeForward),
  ];
  // Sorting keeps the order of equals, and ISO 8601 in UTC sorts as text.
  const inOrder = happened.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  // What is still to come stands last, even when it was due before now, as with a paused endpoint.
  return [...inOrder, ...deliveries.flatMap(shapeWaiting)];
}

function shapeAttempts({ attempts, deliveries }: AlertStory): TimelineEntryShape[] {
  const urls = new Map(deliveries.map(({ endpointId, url }) => [endpointId, url]));
  return attempts.map(({ attemptedAt, endpointId, attempt, status, error, durationMs }) => ({
    kind: 'webhook_attempt',
    at: attemptedAt.toISOString(),
    endpoint_id: endpointId,
    url: urls.get(endpointId) ?? '',
    attempt,
    status,
    error,
    duration_ms: durationMs,
    succeeded: isTaken(status),
  }));
}

function shapeChange(change: StatusChange): TimelineEntryShape {
  return {
    kind: 'status_changed',
    at: change.changedAt.toISOString(),
    from: change.fromStatus,
    to: change.toStatus,
    actor_kind: change.actorKind,
    actor: nameActor(change),
  };
}

/** By the name people know; a reference that no longer names anybody is shown as it was stored. */
function nameActor({ actorKind, actor, userEmail, fileName }: StatusChange): string {
  switch (actorKind) {
    case 'user':
      return userEmail ?? actor;
    case 'csv':
      return fileName === null ? actor : `${fileName}, line ${actor.slice(actor.indexOf(':') + 1)}`;
    case 'credential':
    case 'alias':
    case 'policy':
    case 'service':
      return actor;
  }
}

function shapeForward(forward: AlertForward): TimelineEntryShape {
  const { outcome, state, attempts, providerMessage, nextAttemptAt } = forward;
  return {
    kind: 'forward',
    at: (forward.settledAt ?? forward.lastAttemptAt ?? forward.answeredAt).toISOString(),
    outcome,
    state,
    attempts,
    provider_message: providerMessage,
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
  };
}

function shapeWaiting({ nextAttemptAt, endpointId, url, attempts }: DeliveryRecord): TimelineEntryShape[] {
  if (nextAttemptAt === null) return [];
  const at = nextAttemptAt.toISOString();
  return [{ kind: 'webhook_waiting', at, endpoint_id: endpointId, url, attempts }];
}
