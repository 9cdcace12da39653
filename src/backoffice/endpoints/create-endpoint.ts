import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { isUuid } from '../../rules/uuid.ts';
import type { WebhookFormat } from '../../rules/webhook-format.ts';
import { createSecretBox } from '../../signing/secret-box.ts';
import { encodeSecret } from '../../signing/standard-webhooks.ts';
import type { Sql } from '../../store/connect.ts';
import { insertWebhookEndpoint } from '../../store/outbox/webhook-endpoints.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { noSuchCompany } from '../companies/require-company.ts';
import { ENDPOINTS_MAX, SIGNING_KEY_BYTES } from '../limits.ts';
import { readEndpointUrl } from './read-endpoint-url.ts';

export interface EndpointParts {
  readonly sql: Sql;
  readonly secretKey: string;
  readonly webhookAllowPrivate: boolean;
}

/** A target for the company's webhooks. The signing key is stored sealed and its secret is shown this once. */
export async function createEndpoint(
  { sql, secretKey, webhookAllowPrivate }: EndpointParts,
  doer: Doer,
  endpoint: { readonly companyId: string; readonly url: string; readonly format: WebhookFormat },
): Promise<{ endpointId: string; secret: string }> {
  const { format } = endpoint;
  const url = readEndpointUrl(endpoint.url, webhookAllowPrivate);
  if (!isUuid(endpoint.companyId)) throw noSuchCompany(endpoint.companyId);
  const signingKey = randomBytes(SIGNING_KEY_BYTES);
  const id = randomUUIDv7();
  const companyId = endpoint.companyId.toLowerCase();
  const secretEncrypted = createSecretBox(secretKey).seal(signingKey);
  const insertion = await transact(sql, async (transaction) => {
    const stored = { id, companyId, url, format, secretEncrypted };
    const outcome = await insertWebhookEndpoint(transaction, stored, ENDPOINTS_MAX);
    if (outcome === 'inserted') {
      const deed = { action: 'endpoint.created', subject: id, details: { url, format }, companyId };
      await recordDeed(transaction, doer, deed);
    }
    return outcome;
  });
  switch (insertion) {
    case 'inserted':
      return { endpointId: id, secret: encodeSecret(signingKey) };
    case 'no_company':
      throw noSuchCompany(endpoint.companyId);
    case 'too_many':
      throw new BackofficeError(
        `The company already has ${ENDPOINTS_MAX} webhook endpoints, which is the most it can have. ` +
          'Send its webhooks to one of those.',
      );
  }
}
