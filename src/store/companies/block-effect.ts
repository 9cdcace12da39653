import type { Queryable } from '../connect.ts';

export interface BlockEffect {
  readonly unansweredAlerts: number;
  readonly nearestDeadline: Date | null;
  readonly waitingWebhooks: number;
  readonly activeCredentials: number;
}

/** Beyond it a count says "at least". */
const COUNTED_MAX = 100_000;

/** What of a company would stand still if it were blocked now. */
export async function readBlockEffect(sql: Queryable, companyId: string): Promise<BlockEffect> {
  const [effect] = await sql<BlockEffect[]>`
    with unanswered as (
      select expires_at from alerts
      where company_id = ${companyId} and status = 'pending' and provider = 'provider_a_alerts'
        and expires_at > (select clock_timestamp())
      order by expires_at
      limit ${COUNTED_MAX}
    ), waiting as (
      select 1 from webhook_endpoints e join outbox_jobs j on j.lane = e.id
      where e.company_id = ${companyId}
      limit ${COUNTED_MAX}
    )
    select (select count(*)::int from unanswered) as unanswered_alerts,
      (select min(expires_at) from unanswered) as nearest_deadline,
      (select count(*)::int from waiting) as waiting_webhooks,
      (select count(*)::int from credentials where company_id = ${companyId} and revoked_at is null)
        as active_credentials`;
  if (effect === undefined) throw new Error('The database returned no count');
  return effect;
}
