import type { WebhookFormat } from '../rules/webhook-format.ts';
import type { Queryable, Sql } from './connect.ts';
import { transact } from './transact.ts';

export interface WebhookEndpoint {
  readonly id: string;
  readonly companyId: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly secretEncrypted: Buffer;
}

export type EndpointInsertion = 'inserted' | 'no_company' | 'too_many';

/** The company's row is locked before its endpoints are counted, so that two calls cannot both be the last allowed. */
export async function insertWebhookEndpoint(
  sql: Sql,
  endpoint: WebhookEndpoint,
  endpointsMax: number,
  alongside: (transaction: Queryable) => Promise<void> = async () => {},
): Promise<EndpointInsertion> {
  return transact(sql, async (transaction) => {
    const company = await transaction`select 1 from companies where id = ${endpoint.companyId} for update`;
    if (company.length === 0) return 'no_company';
    if ((await countEndpoints(transaction, endpoint.companyId)) >= endpointsMax) return 'too_many';
    await transaction`
      insert into webhook_endpoints (id, company_id, url, format, secret_encrypted)
      values (${endpoint.id}, ${endpoint.companyId}, ${endpoint.url}, ${endpoint.format}, ${endpoint.secretEncrypted})`;
    await transaction`insert into outbox_lanes (lane) values (${endpoint.id})`;
    await alongside(transaction);
    return 'inserted';
  });
}

async function countEndpoints(sql: Queryable, companyId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from webhook_endpoints where company_id = ${companyId}`;
  return row?.count ?? 0;
}

/** Stops deliveries to the endpoint until a person resumes it; what is due for it waits. */
export async function pauseEndpoint(
  sql: Queryable,
  companyId: string,
  endpointId: string,
  reason: string,
): Promise<boolean> {
  const rows = await sql`
    update webhook_endpoints
    set paused_at = coalesce(paused_at, clock_timestamp()), paused_reason = coalesce(paused_reason, ${reason})
    where company_id = ${companyId} and id = ${endpointId}
    returning 1`;
  return rows.length > 0;
}

/** The sandbox's own endpoint follows the port that its service listens on. */
export async function moveWebhookEndpoint(
  sql: Queryable,
  companyId: string,
  endpointId: string,
  url: string,
): Promise<void> {
  await sql`
    update webhook_endpoints set url = ${url} where company_id = ${companyId} and id = ${endpointId} and url <> ${url}`;
}
