import type { Queryable } from '../connect.ts';

export interface EndpointPause {
  readonly pausedAt: Date;
  readonly pausedReason: string;
}

/**
 * A person pauses the endpoint. The time of the first pause stays; a reason that the person gives replaces the one
 * that was noted, and without one `otherwise` is noted only if nothing was.
 */
export async function pauseByHand(
  sql: Queryable,
  companyId: string,
  endpointId: string,
  reason: string | undefined,
  otherwise: string,
): Promise<EndpointPause | undefined> {
  const [pause] = await sql<EndpointPause[]>`
    update webhook_endpoints set
      paused_at = coalesce(paused_at, clock_timestamp()),
      paused_reason = coalesce(${reason ?? null}, paused_reason, ${otherwise})
    where company_id = ${companyId} and id = ${endpointId}
    returning paused_at, paused_reason`;
  return pause;
}

export async function clearEndpointPause(
  sql: Queryable,
  companyId: string,
  endpointId: string,
): Promise<void> {
  await sql`
    update webhook_endpoints set paused_at = null, paused_reason = null
    where company_id = ${companyId} and id = ${endpointId}`;
}

/**
 * Ends the pauses between attempts of what waits for the endpoint. Bounded: returns how many it moved; call again while
 * that is `jobsMax`. What somebody else has locked is being recorded this moment and keeps the time it is given.
 */
export async function makeJobsDue(
  sql: Queryable,
  companyId: string,
  endpointId: string,
  jobsMax: number,
): Promise<number> {
  const rows = await sql`
    update outbox_jobs set due_at = clock_timestamp()
    where job_id in (
      select job_id from outbox_jobs
      where company_id = ${companyId} and lane = ${endpointId} and due_at > (select clock_timestamp())
      limit ${jobsMax}
      for update skip locked)
    returning 1`;
  return rows.length;
}

export async function countWaitingJobs(
  sql: Queryable,
  companyId: string,
  endpointId: string,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from outbox_jobs where company_id = ${companyId} and lane = ${endpointId}`;
  return row?.count ?? 0;
}
