import type { Queryable } from '../connect.ts';

export interface ExpiryPass {
  readonly expired: number;
  /** Whose they were. */
  readonly companyIds: readonly string[];
  /** How long after its deadline the latest of them was marked; 0 when there was none. */
  readonly latenessMs: number;
  /** Until the nearest deadline on the database's clock; 0 when there may be more to do at once, undefined when nothing waits. */
  readonly nextDueInMs: number | undefined;
}

/**
 * Marks what nobody answered in time, with its history, oldest deadline first. A row that an answer holds locked is
 * skipped: that answer decides on the clock it reads itself, and the next pass looks again.
 */
export async function expireAlerts(sql: Queryable, alertsMax: number): Promise<ExpiryPass> {
  const [pass] = await sql<{ expired: number; companyIds: string[]; latenessMs: number }[]>`
    with moment as materialized (
      select date_trunc('milliseconds', clock_timestamp()) as at
    ), due as materialized (
      select company_id, id, expires_at from alerts
      where status = 'pending' and provider = 'provider_a_alerts' and expires_at <= (select at from moment)
      order by expires_at
      limit ${alertsMax}
      for update skip locked
    ), changed as (
      update alerts set status = 'expired', updated_at = at
      from due, moment
      where alerts.company_id = due.company_id and alerts.id = due.id
    ), remembered as (
      insert into alert_history (company_id, alert_id, changed_at, from_status, to_status, actor_kind, actor)
      select company_id, id, at, 'pending', 'expired', 'service', 'expiry' from due, moment
    )
    select count(*)::int as expired, coalesce(jsonb_agg(distinct company_id), '[]') as company_ids,
      coalesce(extract(epoch from max(at - expires_at)) * 1000, 0)::float8 as lateness_ms
    from due, moment`;
  const expired = pass?.expired ?? 0;
  return {
    expired,
    companyIds: pass?.companyIds ?? [],
    latenessMs: pass?.latenessMs ?? 0,
    nextDueInMs: expired === alertsMax ? 0 : await readNextDue(sql),
  };
}

async function readNextDue(sql: Queryable): Promise<number | undefined> {
  const [next] = await sql<{ ms: number }[]>`
    select extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as ms from alerts
    where status = 'pending' and provider = 'provider_a_alerts'
    order by expires_at
    limit 1`;
  return next?.ms;
}
