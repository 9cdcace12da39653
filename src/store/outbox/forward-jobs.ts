import type postgres from 'postgres';
import type { AnswerStatus } from '../../rules/alert.ts';
import type { Queryable } from '../connect.ts';
import { isOverdue, type LaneClaim, type OverdueJobs, pickJobs, type QueuePlace } from './outbox-lanes.ts';

/** One answer that provider A must hear. */
export interface ForwardJob extends QueuePlace {
  readonly lane: string;
  readonly companyId: string;
  readonly alertId: string;
  readonly forwardId: string;
  readonly attemptsMade: number;
  readonly giveUpAt: Date;
  readonly providerAlertId: string;
  readonly outcome: AnswerStatus;
  readonly answeredAt: Date;
}

export async function claimForwardJobs(
  sql: Queryable,
  holder: string,
  claims: readonly LaneClaim[],
): Promise<readonly ForwardJob[]> {
  return sql<ForwardJob[]>`
    with ${pickJobs(sql, holder, claims)}
    select picked.job_id, picked.due_at::timestamp, picked.lane, picked.company_id, picked.alert_id, picked.forward_id,
      picked.attempts_made, picked.give_up_at, a.provider_alert_id, f.outcome, f.answered_at
    from picked
    join alerts a on a.company_id = picked.company_id and a.id = picked.alert_id
    join forwards f on f.company_id = picked.company_id and f.forward_id = picked.forward_id
    order by picked.due_at, picked.job_id`;
}

export interface FinishedForward {
  readonly jobId: string;
  readonly lane: string;
  readonly companyId: string;
  readonly forwardId: string;
  readonly attempts: number;
  /** Null when it was too late to try. */
  readonly attemptedAt: Date | null;
  readonly outcome: 'accepted' | 'refused' | 'too_late' | 'retry';
  readonly message: string;
  /** For a retry: when. */
  readonly dueAt: Date | null;
}

/** Records a batch of attempts and receipts in one statement. */
export async function finishForwards(
  sql: Queryable,
  holder: string,
  finished: readonly FinishedForward[],
): Promise<void> {
  const rows = finished.map((one) => ({
    job_id: one.jobId,
    lane: one.lane,
    company_id: one.companyId,
    forward_id: one.forwardId,
    attempts: one.attempts,
    attempted_at: one.attemptedAt?.toISOString() ?? null,
    outcome: one.outcome,
    message: one.message,
    due_at: one.dueAt?.toISOString() ?? null,
  }));
  await sql`
    with finished as materialized (
      select f.* from jsonb_to_recordset(${sql.json(rows)}) as f(
        job_id bigint, lane uuid, company_id uuid, forward_id bigint, attempts int, attempted_at timestamptz(3),
        outcome text, message text, due_at timestamptz(3))
      join outbox_lanes l on l.lane = f.lane and l.holder = ${holder}
    ), done as (
      delete from outbox_jobs j using finished f where j.job_id = f.job_id and f.outcome <> 'retry'
    ), postponed as (
      update outbox_jobs j set due_at = f.due_at, attempts_made = f.attempts
      from finished f
      where j.job_id = f.job_id and f.outcome = 'retry'
    )
    update forwards r set
      attempts = f.attempts,
      last_attempt_at = coalesce(f.attempted_at, r.last_attempt_at),
      provider_message = f.message,
      state = case when f.outcome = 'retry' then 'queued' else f.outcome end,
      settled_at = case when f.outcome <> 'retry' then clock_timestamp() end
    from finished f
    -- A settled receipt is opened by nothing but the provider's own word that it took the answer after all.
    where r.company_id = f.company_id and r.forward_id = f.forward_id
      and (r.state = 'queued' or f.outcome = 'accepted')`;
}

/** Whether an answer to provider A is due. */
export async function hasDueForwards(sql: Queryable, lane: string): Promise<boolean> {
  const rows = await sql`
    select 1 from outbox_jobs where lane = ${lane} and due_at <= (select clock_timestamp()) limit 1`;
  return rows.length > 0;
}

const TOO_LATE_GRACE_MS = 30_000;

/** Settles as too late what waited beyond its window in a lane that a worker holds; returns what that concerns. */
export async function settleOverdueForwards(
  sql: Queryable,
  overdue: OverdueJobs,
  message: string,
): Promise<readonly MissedForward[]> {
  return settleAsTooLate(sql, sql`${isOverdue(sql, overdue)}`, message, overdue.jobsMax);
}

/** The same for what no worker took care of, well after its window, so that nothing stays queued in silence. */
export async function settleForgottenForwards(
  sql: Queryable,
  message: string,
  jobsMax: number,
): Promise<readonly MissedForward[]> {
  const forgotten = sql`
    j.forward_id is not null
    and j.give_up_at <= (select clock_timestamp()) - ${TOO_LATE_GRACE_MS} * interval '1 ms'`;
  return settleAsTooLate(sql, forgotten, message, jobsMax);
}

export interface MissedForward {
  readonly companyId: string;
  readonly alertId: string;
}

async function settleAsTooLate(
  sql: Queryable,
  condition: postgres.Fragment,
  message: string,
  jobsMax: number,
): Promise<readonly MissedForward[]> {
  return sql<MissedForward[]>`
    with overdue as (
      delete from outbox_jobs where job_id in (
        select j.job_id from outbox_jobs j where ${condition} limit ${jobsMax} for update skip locked)
      returning company_id, forward_id
    )
    update forwards f set state = 'too_late', settled_at = clock_timestamp(), provider_message = ${message}
    from overdue o
    where f.company_id = o.company_id and f.forward_id = o.forward_id and f.state = 'queued'
    returning f.company_id, f.alert_id`;
}
