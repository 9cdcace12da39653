import type { WebhookFormat } from '../../rules/webhook-format.ts';
import type { Queryable } from '../connect.ts';

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
  transaction: Queryable,
  endpoint: WebhookEndpoint,
  endpointsMax: number,
): Promise<EndpointInsertion> {
  const { id, companyId, url, format, secretEncrypted } = endpoint;
  const company = await transaction`select 1 from companies where id = ${companyId} for update`;
  if (company.length === 0) return 'no_company';
  if ((await countEndpoints(transaction, companyId)) >= endpointsMax) return 'too_many';
  await transaction`
    insert into webhook_endpoints (id, company_id, url, format, secret_encrypted)
    values (${id}, ${companyId}, ${url}, ${format}, ${secretEncrypted})`;
  await transaction`insert into outbox_lanes (lane) values (${id})`;
  return 'inserted';
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
