import type postgres from 'postgres';
import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';

/** Longer than any exchange with a target; a dead worker's lanes are free after it at the latest. */
export const LANE_HELD_MS = 20_000;

/** A lane with work that may go out now, and whose it is. */
export interface DueLane {
  readonly lane: string;
  readonly companyId: string;
}

/** Where a job stands in its lane's queue. */
export interface QueuePlace {
  readonly dueAt: string;
  readonly jobId: string;
}

/** How much a worker would take from a lane, and what of it it has in hand already. */
export interface LaneClaim {
  readonly lane: string;
  readonly jobsMax: number;
  /** Where its last claim ended, if all it has in hand stands before; null to look from the start. */
  readonly after: QueuePlace | null;
  /** Told only with a claim from the start. */
  readonly jobIdsInHand: readonly string[];
  /** While the lane has room for little: only work that was never tried. */
  readonly firstAttemptsOnly: boolean;
  /** While the target is tried out after a failure: the work whose time runs out first, not what is overdue. */
  readonly nearestDeadlineFirst: boolean;
}

/**
 * The part of a statement that takes hold of the lanes of `claims` that nobody else holds (`granted`) and picks their
 * next due jobs (`picked`). A lane is served by one worker at a time, so that its limits hold over all processes and a
 * job needs no mark of its own. An answer waits until the older answer to the same alert is settled. Lanes are locked
 * in their order, here and below, so that workers never wait for each other in a circle.
 */
export function pickJobs(sql: Queryable, holder: string, claims: readonly LaneClaim[]): postgres.Fragment {
  const wanted = claims.map((claim) => ({
    lane: claim.lane,
    jobs_max: claim.jobsMax,
    after_due_at: claim.after?.dueAt ?? '-infinity',
    after_job_id: claim.after?.jobId ?? 0,
    in_hand: claim.jobIdsInHand,
    first_only: claim.firstAttemptsOnly,
    nearest: claim.nearestDeadlineFirst,
  }));
  return sql`
    moment as materialized (
      select clock_timestamp() as at
    ), wanted as materialized (
      select * from jsonb_to_recordset(${sql.json(wanted)})
        as w(lane uuid, jobs_max int, after_due_at timestamptz, after_job_id bigint, in_hand bigint[],
          first_only boolean, nearest boolean)
    ), free as materialized (
      select l.lane from wanted join outbox_lanes l using (lane), moment
      where l.holder is null or l.holder = ${holder} or l.held_until <= at
      order by l.lane
      for update of l
    ), granted as (
      update outbox_lanes l set holder = ${holder}, held_until = at + ${LANE_HELD_MS} * interval '1 ms'
      from free, moment
      where l.lane = free.lane
      returning l.lane
    ), picked as materialized (
      select job.*
      from granted join wanted using (lane), moment, lateral (
        (select j.* from outbox_jobs j
          where not wanted.nearest and ${mayGoOut(sql)}
            and (j.due_at, j.job_id) > (wanted.after_due_at, wanted.after_job_id)
          order by j.due_at, j.job_id
          limit wanted.jobs_max)
        union all
        (select j.* from outbox_jobs j
          where wanted.nearest and j.give_up_at > moment.at and ${mayGoOut(sql)}
          order by j.give_up_at, j.job_id
          limit wanted.jobs_max)) job
    )`;
}

function mayGoOut(sql: Queryable): postgres.Fragment {
  return sql`
    j.lane = wanted.lane and j.due_at <= moment.at
    and (j.attempts_made = 0 or not wanted.first_only)
    and j.job_id <> all (wanted.in_hand)
    and (j.forward_id is null or not exists (
      select 1 from outbox_jobs older
      where older.company_id = j.company_id and older.alert_id = j.alert_id
        and older.forward_id is not null and older.job_id < j.job_id))`;
}

/** The part of a statement that walks the index from lane to lane (`lane`), with the time its first job is due. */
export function walkLanes(sql: Queryable): postgres.Fragment {
  return sql`
    lane as (
      (select j.lane, j.due_at from outbox_jobs j order by j.lane, j.due_at limit 1)
      union all
      select next.lane, next.due_at from lane, lateral (
        select j.lane, j.due_at from outbox_jobs j
        where j.lane > lane.lane
        order by j.lane, j.due_at
        limit 1) next
    )`;
}

/** Keeps the lanes for as long again; returns those that are still held. */
export async function renewLanes(sql: Queryable, holder: string): Promise<readonly string[]> {
  const rows = await sql<{ lane: string }[]>`
    update outbox_lanes set held_until = clock_timestamp() + ${LANE_HELD_MS} * interval '1 ms'
    where lane in (select lane from outbox_lanes where holder = ${holder} order by lane for update)
    returning lane`;
  return rows.map(({ lane }) => lane);
}

/** Lets go of these lanes at once, unless another worker has them by now. */
export async function releaseLanes(sql: Queryable, holder: string, lanes: readonly string[]): Promise<void> {
  await sql`
    update outbox_lanes set holder = null, held_until = null
    where lane in (
      select lane from outbox_lanes
      where holder = ${holder} and lane = any(${column(sql, 'uuid', lanes)})
      order by lane
      for update)`;
}

/** What a worker may give up in a lane: it must hold the lane, and what it has in hand is under way. */
export interface OverdueJobs {
  readonly holder: string;
  readonly lane: string;
  readonly jobIdsInHand: readonly string[];
  readonly jobsMax: number;
}

export function isOverdue(sql: Queryable, { holder, lane, jobIdsInHand }: OverdueJobs): postgres.Fragment {
  return sql`
    j.lane = ${lane} and j.give_up_at <= (select clock_timestamp())
    and j.job_id <> all(${column(sql, 'bigint', jobIdsInHand)})
    and exists (select 1 from outbox_lanes l where l.lane = ${lane} and l.holder = ${holder})`;
}
