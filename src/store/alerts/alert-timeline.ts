import type { Actor } from '../../rules/actor.ts';
import type { AlertStatus, AnswerStatus } from '../../rules/alert.ts';
import type { ForwardState } from '../../rules/outcomes.ts';
import type { Queryable } from '../connect.ts';

export interface StatusChange {
  readonly changedAt: Date;
  readonly fromStatus: AlertStatus;
  readonly toStatus: AlertStatus;
  readonly actorKind: Actor['kind'];
  /** As the history keeps it. */
  readonly actor: string;
  /** Of the user it names; null when it names none of the company. */
  readonly userEmail: string | null;
  /** Of the CSV file it names; null when it names none, or one that is deleted by now. */
  readonly fileName: string | null;
}

/** The newest changes of an alert, oldest first, with the names that people know. */
export async function findStatusChanges(
  sql: Queryable,
  companyId: string,
  alertId: string,
  changesMax: number,
): Promise<readonly StatusChange[]> {
  const newestFirst = await sql<StatusChange[]>`
    select h.changed_at, h.from_status, h.to_status, h.actor_kind, h.actor, u.email as user_email, b.file_name
    from (
      select * from alert_history
      where company_id = ${companyId} and alert_id = ${alertId}
      order by history_id desc
      limit ${changesMax}) as h
    left join users u on u.company_id = ${companyId} and h.actor_kind = 'user' and u.id::text = h.actor
    left join bulk_updates b
      on b.company_id = ${companyId} and h.actor_kind = 'csv' and b.id::text = split_part(h.actor, ':', 1)
    order by h.history_id desc`;
  return newestFirst.toReversed();
}

export interface AlertForward {
  readonly outcome: AnswerStatus;
  readonly state: ForwardState;
  readonly attempts: number;
  readonly providerMessage: string | null;
  readonly answeredAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly settledAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

/** What provider A was to hear of an alert, in order: two answers at most, by the rule. */
export async function findAlertForwards(
  sql: Queryable,
  companyId: string,
  alertId: string,
): Promise<readonly AlertForward[]> {
  return sql<AlertForward[]>`
    select f.outcome, f.state, f.attempts, f.provider_message, f.answered_at, f.last_attempt_at, f.settled_at,
      j.due_at as next_attempt_at
    from forwards f
    left join outbox_jobs j
      on j.company_id = f.company_id and j.alert_id = f.alert_id and j.forward_id = f.forward_id
    where f.company_id = ${companyId} and f.alert_id = ${alertId}
    order by f.forward_id`;
}
