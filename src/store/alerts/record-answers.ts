import type { Actor } from '../../rules/actor.ts';
import type { AlertStatus, AnswerStatus } from '../../rules/alert.ts';
import { PROVIDER_A_LANE } from '../../rules/lane.ts';
import type { Queryable } from '../connect.ts';

export interface AcceptedAnswer {
  readonly companyId: string;
  readonly alertId: string;
  readonly fromStatus: AlertStatus;
  readonly toStatus: AnswerStatus;
  readonly actor: Actor;
  /** Until when provider A must have heard of it; null when it is not forwarded. */
  readonly forwardUntil: Date | null;
}

/** Writes status, history and what provider A must hear; the caller's transaction makes them one. */
export async function recordAnswers(
  sql: Queryable,
  answers: readonly AcceptedAnswer[],
  answeredAt: Date,
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map((answer, position) => ({
    position,
    company_id: answer.companyId,
    alert_id: answer.alertId,
    from_status: answer.fromStatus,
    to_status: answer.toStatus,
    actor_kind: answer.actor.kind,
    actor: answer.actor.reference,
    forward_until: answer.forwardUntil?.toISOString() ?? null,
  }));
  await sql`
    with answer as materialized (
      select * from jsonb_to_recordset(${sql.json(rows)}) as a(
        position int, company_id uuid, alert_id uuid, from_status text, to_status text,
        actor_kind text, actor text, forward_until timestamptz)
    ), latest as (
      select distinct on (company_id, alert_id) company_id, alert_id, to_status
      from answer
      order by company_id, alert_id, position desc
    ), changed as (
      update alerts set status = latest.to_status, updated_at = ${answeredAt}
      from latest
      where alerts.company_id = latest.company_id and alerts.id = latest.alert_id
    ), remembered as (
      insert into alert_history (company_id, alert_id, changed_at, from_status, to_status, actor_kind, actor)
      select company_id, alert_id, ${answeredAt}, from_status, to_status, actor_kind, actor
      from answer
      order by position
    ), forwarded as (
      insert into forwards (company_id, alert_id, outcome, answered_at, give_up_at)
      select company_id, alert_id, to_status, ${answeredAt}, forward_until
      from answer
      where forward_until is not null
      order by position
      returning forward_id, company_id, alert_id, answered_at, give_up_at
    )
    insert into outbox_jobs (lane, company_id, alert_id, forward_id, due_at, give_up_at)
    select ${PROVIDER_A_LANE}, company_id, alert_id, forward_id, answered_at, give_up_at
    from forwarded
    order by forward_id`;
}
