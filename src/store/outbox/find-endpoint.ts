import type { Queryable } from '../connect.ts';
import type { WebhookEndpoint } from './webhook-endpoints.ts';

export interface EndpointWithSecrets extends WebhookEndpoint {
  /** Null unless it still signs besides the current one (D23). */
  readonly previousSecretEncrypted: Buffer | null;
}

/** For the operator, who acts across companies; a company's own code asks with its company id. */
export async function findEndpoint(
  sql: Queryable,
  endpointId: string,
): Promise<EndpointWithSecrets | undefined> {
  const [endpoint] = await sql<EndpointWithSecrets[]>`
    select id, company_id, url, format, secret_encrypted,
      case when previous_secret_until > clock_timestamp() then previous_secret_encrypted end
        as previous_secret_encrypted
    from webhook_endpoints where id = ${endpointId}`;
  return endpoint;
}
