import type postgres from 'postgres';
import type { ToldAlert } from '../../rules/alert.ts';
import type { WebhookFormat } from '../../rules/webhook-format.ts';
import { takeRows, readToldAlert, toldAlertColumns, type ToldAlertRow } from '../alerts/told-alert.ts';
import { column, type ColumnType } from '../column.ts';
import type { Queryable } from '../connect.ts';
import {
  type DueLane,
  isOverdue,
  type LaneClaim,
  type OverdueJobs,
  pickJobs,
  type QueuePlace,
  walkLanes,
} from './outbox-lanes.ts';

/** Everything that one delivery needs, so that carrying it out asks the database nothing more. */
export interface WebhookJob extends QueuePlace {
  readonly lane: string;
  readonly companyId: string;
  readonly attemptsMade: number;
  /** As text, like `2026-11-02T12:00:00.500Z`, because only a failure asks for it. */
  readonly giveUpAt: string;
  readonly alert: ToldAlert;
  /** Only the legacy format tells it. */
  readonly merchantName: string;
  /** One object for all jobs of the endpoint that were claimed together. */
  readonly endpoint: WebhookTarget;
}

export interface WebhookTarget {
  readonly url: string;
  readonly format: WebhookFormat;
  readonly secretEncrypted: Buffer;
  /** Signs too until the receiver has had a day to change over (D23). */
  readonly previousSecretEncrypted: Buffer | null;
}

/**
 * The lanes with due webhooks that may go out: not paused, company not blocked. Walks the index from lane to lane, so
 * that it costs the same with one waiting job a lane as with a hundred thousand.
 */
export async function findDueWebhookLanes(sql: Queryable): Promise<readonly DueLane[]> {
  return sql<DueLane[]>`
    with recursive ${walkLanes(sql)}
    select lane.lane, e.company_id
    from lane
    join webhook_endpoints e on e.id = lane.lane
    join companies c on c.id = e.company_id
    where lane.due_at <= (select clock_timestamp()) and e.paused_at is null and c.blocked_at is null`;
}

/** As an array, for the reason given with `readToldAlert`. Where a lane leads stands in the first of its rows. */
type WebhookJobRow = readonly [
  ...alert: ToldAlertRow,
  jobId: string,
  dueAt: string,
  attemptsMade: number,
  giveUpAt: string,
  merchantName: string,
  ...target: TargetColumns | readonly [null, null, null, null, null],
];
type TargetColumns = readonly [
  lane: string,
  url: string,
  format: WebhookFormat,
  secretEncrypted: Buffer,
  previousSecretEncrypted: Buffer | null,
];

/** The jobs lane by lane, in the order in which each lane's are due. */
export async function claimWebhookJobs(
  sql: Queryable,
  holder: string,
  claims: readonly LaneClaim[],
): Promise<readonly WebhookJob[]> {
  // Told last of all, among the rows that are left: a lane whose first job lost its alert leads where it led before.
  const first = (value: postgres.Fragment): postgres.Fragment =>
    sql`case when row_number() over in_turn = 1 then ${value} end`;
  const rows = await sql`
    with ${pickJobs(sql, holder, claims)}, target as materialized (
      select e.id as lane, e.company_id, e.url, e.format, e.secret_encrypted,
        case when e.previous_secret_until > clock_timestamp() then e.previous_secret_encrypted end
          as previous_secret_encrypted
      from granted
      join webhook_endpoints e on e.id = granted.lane
      join companies c on c.id = e.company_id
      where e.paused_at is null and c.blocked_at is null
    )
    select ${toldAlertColumns(sql)}, picked.job_id, picked.due_at::timestamp, picked.attempts_made,
      picked.give_up_at::timestamp,
      case target.format when 'legacy' then (
        select m.name from merchants m where m.company_id = a.company_id and m.id = a.merchant_id)
      else '' end,
      ${first(sql`target.lane`)}, ${first(sql`target.url`)}, ${first(sql`target.format`)},
      ${first(sql`target.secret_encrypted`)}, ${first(sql`target.previous_secret_encrypted`)}
    from picked
    join target on target.company_id = picked.company_id and target.lane = picked.lane
    join alerts a on a.company_id = picked.company_id and a.id = picked.alert_id
    window in_turn as (partition by picked.lane order by picked.due_at, picked.job_id)
    order by picked.lane, picked.due_at, picked.job_id`.values();
  return readJobs(takeRows<WebhookJobRow>(rows));
}

function readJobs(rows: readonly WebhookJobRow[]): readonly WebhookJob[] {
  let lane: string;
  let endpoint: WebhookTarget | undefined;
  return rows.map((row) => {
    if (row[28] !== null) {
      lane = row[28];
      endpoint = {
        url: row[29],
        format: row[30],
        secretEncrypted: row[31],
        previousSecretEncrypted: row[32],
      };
    }
    if (endpoint === undefined) throw new Error('A job came before the endpoint of its lane');
    return {
      jobId: row[23],
      dueAt: row[24],
      lane,
      companyId: row[1],
      attemptsMade: row[25],
      giveUpAt: row[26],
      alert: readToldAlert(row),
      merchantName: row[27],
      endpoint,
    };
  });
}

export interface FinishedWebhook {
  readonly jobId: string;
  readonly lane: string;
  readonly companyId: string;
  readonly alertId: string;
  readonly attempt: number;
  readonly attemptedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
  readonly outcome: 'delivered' | 'retry' | 'failed';
  /** For a retry: when. */
  readonly dueAt: Date | null;
}

/**
 * Records a batch of attempts in one statement; what a worker no longer holds is left to the one that does. A resend
 * replaces a job: how the old one failed, if it was under way, only goes into the log.
 */
export async function finishWebhooks(
  sql: Queryable,
  holder: string,
  finished: readonly FinishedWebhook[],
): Promise<void> {
  const all = (type: ColumnType, read: (one: FinishedWebhook) => string | number | null) =>
    column(sql, type, finished.map(read));
  await sql`
    with finished as materialized (
      select f.*, to_timestamp(f.attempted_at_ms / 1000) as attempted_at, to_timestamp(f.due_at_ms / 1000) as due_at
      from unnest(
        ${all('bigint', ({ jobId }) => jobId)}, ${all('uuid', ({ lane }) => lane)},
        ${all('uuid', ({ companyId }) => companyId)}, ${all('uuid', ({ alertId }) => alertId)},
        ${all('integer', ({ attempt }) => attempt)}, ${all('float8', ({ attemptedAt }) => attemptedAt.getTime())},
        ${all('integer', ({ durationMs }) => durationMs)}, ${all('integer', ({ status }) => status)},
        ${all('text', ({ error }) => error)}, ${all('text', ({ response }) => response)},
        ${all('text', ({ outcome }) => outcome)}, ${all('float8', ({ dueAt }) => dueAt?.getTime() ?? null)})
        as f(job_id, lane, company_id, alert_id, attempt, attempted_at_ms, duration_ms, status, error, response,
          outcome, due_at_ms)
      join outbox_lanes l on l.lane = f.lane and l.holder = ${holder}
    ), done as (
      delete from outbox_jobs j using finished f where j.job_id = f.job_id and f.outcome <> 'retry'
    ), postponed as (
      update outbox_jobs j set due_at = f.due_at, attempts_made = f.attempt
      from finished f
      where j.job_id = f.job_id and f.outcome = 'retry'
    ), noted as (
      update webhook_deliveries d set
        attempts = d.attempts + 1, last_attempt_at = f.attempted_at, last_status = f.status, last_error = f.error,
        delivered_at = case when f.outcome = 'delivered' then f.attempted_at else d.delivered_at end,
        failed_at = case when f.outcome = 'failed' then f.attempted_at end
      from finished f
      where d.company_id = f.company_id and d.alert_id = f.alert_id and d.endpoint_id = f.lane
        and (f.outcome = 'delivered' or exists (select 1 from outbox_jobs j where j.job_id = f.job_id))
    )
    insert into webhook_attempts
      (attempted_at, company_id, alert_id, endpoint_id, attempt, status, error, duration_ms, response)
    select attempted_at, company_id, alert_id, lane, attempt, status, error, duration_ms, response from finished`;
}

/**
 * Gives up what a dead target held beyond its time, so that it is shown as failed and not as waiting. Only for the
 * worker that holds the lane, and never what waits because a person paused the endpoint or blocked the company (D7).
 */
export async function failOverdueWebhooks(sql: Queryable, overdue: OverdueJobs): Promise<number> {
  const rows = await sql`
    with overdue as (
      delete from outbox_jobs where job_id in (
        select j.job_id from outbox_jobs j
        join webhook_endpoints e on e.company_id = j.company_id and e.id = j.lane
        join companies c on c.id = e.company_id
        where ${isOverdue(sql, overdue)} and e.paused_at is null and c.blocked_at is null
        limit ${overdue.jobsMax})
      returning company_id, alert_id, lane
    )
    update webhook_deliveries d set
      failed_at = clock_timestamp(),
      last_error = coalesce(d.last_error, 'the endpoint did not answer while there was time')
    from overdue o
    where d.company_id = o.company_id and d.alert_id = o.alert_id and d.endpoint_id = o.lane
    returning 1`;
  return rows.length;
}
