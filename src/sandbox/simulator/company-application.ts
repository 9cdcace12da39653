import type { FastifyInstance } from 'fastify';
import { createEndpoint } from '../../backoffice/endpoints/create-endpoint.ts';
import type { Sql } from '../../store/connect.ts';
import { moveWebhookEndpoint } from '../../store/outbox/webhook-endpoints.ts';
import type { Doer } from '../../store/people/audit-log.ts';
import { readSandboxSetting, writeSandboxSetting } from '../../store/sandbox-settings.ts';

const PATH = '/simulator/company_application';
const SETTING = 'company_application_endpoint';
const SANDBOX: Doer = { userId: null, email: 'sandbox', companyId: null, address: '' };

/** A company's application that takes every webhook and does nothing with it, so that the sandbox's first ones arrive. */
export function addCompanyApplication(app: FastifyInstance): void {
  app.post(PATH, { schema: { hide: true }, handler: async () => ({ received: true }) });
}

export interface CompanyApplicationParts {
  readonly sql: Sql;
  readonly secretKey: string;
  readonly companyId: string;
  /** Where the service listens this time. */
  readonly url: string;
}

/** The endpoint that leads to the application: made once, and moved when the service listens elsewhere. */
export async function ensureApplicationEndpoint(parts: CompanyApplicationParts): Promise<string> {
  const { sql, companyId } = parts;
  const url = parts.url + PATH;
  const known = await readSandboxSetting(sql, SETTING);
  if (known !== undefined) {
    await moveWebhookEndpoint(sql, companyId, known, url);
    return known;
  }
  const { endpointId } = await createEndpoint(
    { sql, secretKey: parts.secretKey, webhookAllowPrivate: true },
    SANDBOX,
    { companyId, url, format: 'v2' },
  );
  await writeSandboxSetting(sql, SETTING, endpointId);
  return endpointId;
}
