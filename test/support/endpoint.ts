import { randomUUID } from 'node:crypto';
import { ENDPOINTS_MAX } from '../../src/backoffice/limits.ts';
import type { WebhookFormat } from '../../src/rules/webhook-format.ts';
import { createSecretBox } from '../../src/signing/secret-box.ts';
import { encodeSecret } from '../../src/signing/standard-webhooks.ts';
import { insertWebhookEndpoint } from '../../src/store/outbox/webhook-endpoints.ts';
import type { TestCompany } from './company.ts';
import type { TestService } from './service.ts';

/** A webhook endpoint of the company; returns its id and the secret it signs with. */
export async function createTestEndpoint(
  { sql, config }: Pick<TestService, 'sql' | 'config'>,
  company: TestCompany,
  url: string,
  format: WebhookFormat = 'v2',
): Promise<{ endpointId: string; secret: string }> {
  const endpointId = randomUUID();
  const key = Buffer.from(endpointId.replaceAll('-', ''), 'hex');
  await insertWebhookEndpoint(
    sql,
    {
      id: endpointId,
      companyId: company.companyId,
      url,
      format,
      secretEncrypted: createSecretBox(config.secretKey ?? '').seal(key),
    },
    ENDPOINTS_MAX,
  );
  return { endpointId, secret: encodeSecret(key) };
}
