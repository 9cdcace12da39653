import type { Queryable } from '../connect.ts';
import type { WebhookEndpoint } from './webhook-endpoints.ts';

export interface EndpointRow extends WebhookEndpoint {
  readonly createdAt: Date;
  readonly pausedAt: Date | null;
  readonly pausedReason: string | null;
  /** Null unless a previous secret still signs besides the current one. */
  readonly previousSecretUntil: Date | null;
  readonly waitingJobs: number;
  readonly failedDeliveries: number;
}

/** Only what tells one endpoint from another. */
export async function listEndpointAddresses(
  sql: Queryable,
  companyId: string,
): Promise<readonly { readonly id: string; readonly url: string }[]> {
  return sql<{ id: string; url: string }[]>`
    select id, url from webhook_endpoints where company_id = ${companyId} order by created_at, id`;
}

/** The company's endpoints with what waits for each and what each never got, oldest first. */
export async function listEndpointRows(sql: Queryable, companyId: string): Promise<readonly EndpointRow[]> {
  return sql<EndpointRow[]>`
    select e.id, e.company_id, e.url, e.format, e.secret_encrypted, e.created_at, e.paused_at, e.paused_reason,
      case when e.previous_secret_until > clock_timestamp() then e.previous_secret_until end
        as previous_secret_until,
      (select count(*)::int from outbox_jobs j where j.company_id = e.company_id and j.lane = e.id)
        as waiting_jobs,
      (select count(*)::int from webhook_deliveries d
        where d.company_id = e.company_id and d.endpoint_id = e.id and d.failed_at is not null)
        as failed_deliveries
    from webhook_endpoints e
    where e.company_id = ${companyId}
    order by e.created_at, e.id`;
}
