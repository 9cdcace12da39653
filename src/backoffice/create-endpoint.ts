import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { WebhookFormat } from '../rules/webhook-format.ts';
import { isUuid } from '../rules/uuid.ts';
import { createSecretBox } from '../signing/secret-box.ts';
import { encodeSecret } from '../signing/standard-webhooks.ts';
import type { Queryable, Sql } from '../store/connect.ts';
import { insertWebhookEndpoint } from '../store/webhook-endpoints.ts';
import { BackofficeError } from './backoffice-error.ts';
import { ENDPOINTS_MAX, SIGNING_KEY_BYTES } from './limits.ts';
import { readEndpointUrl } from './read-endpoint-url.ts';
import { noSuchCompany } from './require-company.ts';

export interface EndpointParts {
  readonly sql: Sql;
  readonly secretKey: string;
  readonly webhookAllowPrivate: boolean;
}

/** A target for the company's webhooks. The signing key is stored sealed and its secret is shown this once. */
export async function createEndpoint(
  { sql, secretKey, webhookAllowPrivate }: EndpointParts,
  endpoint: { readonly companyId: string; readonly url: string; readonly format: WebhookFormat },
  /** Written in the same transaction. */
  alongside?: (transaction: Queryable, endpointId: string) => Promise<void>,
): Promise<{ endpointId: string; secret: string }> {
  const url = readEndpointUrl(endpoint.url, webhookAllowPrivate);
  if (!isUuid(endpoint.companyId)) throw noSuchCompany(endpoint.companyId);
  const signingKey = randomBytes(SIGNING_KEY_BYTES);
  const stored = {
    id: randomUUIDv7(),
    companyId: endpoint.companyId.toLowerCase(),
    url,
    format: endpoint.format,
    secretEncrypted: createSecretBox(secretKey).seal(signingKey),
  };
  const insertion = await insertWebhookEndpoint(sql, stored, ENDPOINTS_MAX, async (transaction) =>
    alongside?.(transaction, stored.id),
  );
  switch (insertion) {
    case 'inserted':
      return { endpointId: stored.id, secret: encodeSecret(signingKey) };
    case 'no_company':
      throw noSuchCompany(endpoint.companyId);
    case 'too_many':
      throw new BackofficeError(
        `The company already has ${ENDPOINTS_MAX} webhook endpoints, which is the most it can have. ` +
          'Send its webhooks to one of those.',
      );
  }
}
