import type { Queryable } from '../connect.ts';
import { wasTaken } from './delivery-state.ts';

export interface WebhookHealth {
  readonly endpoints: number;
  readonly paused: number;
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
  readonly medianLatencyMs: number | null;
}

/** How the company's webhooks fare: what stands now, and what happened since a moment of yesterday. */
export async function readWebhookHealth(
  sql: Queryable,
  companyId: string,
  since: Date,
): Promise<WebhookHealth> {
  const [health] = await sql<WebhookHealth[]>`
    with endpoint as materialized (
      select id, paused_at from webhook_endpoints where company_id = ${companyId}
    ), success as materialized (
      select duration_ms from webhook_attempts
      where company_id = ${companyId} and attempted_at >= ${since} and ${wasTaken(sql, sql`status`)}
    )
    select
      (select count(*)::int from endpoint) as endpoints,
      (select count(*)::int from endpoint where paused_at is not null) as paused,
      (select count(*)::int from success) as delivered,
      (select percentile_cont(0.5) within group (order by duration_ms) from success) as median_latency_ms,
      (select count(*)::int from endpoint e
        join webhook_deliveries d on d.company_id = ${companyId} and d.endpoint_id = e.id and d.failed_at >= ${since}) as failed,
      (select count(*)::int from endpoint e join outbox_jobs j on j.lane = e.id) as waiting`;
  return health ?? { endpoints: 0, paused: 0, delivered: 0, failed: 0, waiting: 0, medianLatencyMs: null };
}

export interface ForwardHealth {
  readonly queued: number;
  readonly refused: number;
  readonly tooLate: number;
}

/** What provider A has yet to hear, and what it did not take since a moment. */
export async function readForwardHealth(
  sql: Queryable,
  companyId: string,
  since: Date,
): Promise<ForwardHealth> {
  const [health] = await sql<ForwardHealth[]>`
    select
      (select count(*)::int from outbox_jobs where company_id = ${companyId} and forward_id is not null) as queued,
      count(*) filter (where state = 'refused')::int as refused,
      count(*) filter (where state = 'too_late')::int as too_late
    from forwards
    where company_id = ${companyId} and state in ('refused', 'too_late') and settled_at >= ${since}`;
  return health ?? { queued: 0, refused: 0, tooLate: 0 };
}

export interface SetupSteps {
  readonly hasEnrollment: boolean;
  readonly hasCredentials: boolean;
  readonly hasEndpoint: boolean;
  readonly hasDelivery: boolean;
  readonly hasAlert: boolean;
}

/** What a company has done so far to be set up. */
export async function readSetupSteps(sql: Queryable, companyId: string): Promise<SetupSteps> {
  const [steps] = await sql<SetupSteps[]>`
    select
      exists (select 1 from merchant_enrollments where company_id = ${companyId}) as has_enrollment,
      exists (select 1 from credentials where company_id = ${companyId} and revoked_at is null) as has_credentials,
      exists (select 1 from webhook_endpoints where company_id = ${companyId}) as has_endpoint,
      exists (select 1 from webhook_deliveries where company_id = ${companyId} and delivered_at is not null)
        as has_delivery,
      exists (select 1 from alerts where company_id = ${companyId}) as has_alert`;
  return (
    steps ?? {
      hasEnrollment: false,
      hasCredentials: false,
      hasEndpoint: false,
      hasDelivery: false,
      hasAlert: false,
    }
  );
}
