import type { FastifyInstance } from 'fastify';
import { createCredentials } from '../backoffice/companies/create-credentials.ts';
import { revokeCredentials } from '../backoffice/companies/revoke-credentials.ts';
import type { CredentialSecretShape, CredentialShape } from '../shapes/dashboard/integration.ts';
import { type CredentialRow, listCredentials } from '../store/companies/list-credentials.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';

const LEGACY_CALLS_DAYS = 30;
const CREDENTIALS_SHOWN_MAX = 200;

/** What the company's application calls the API with. */
export function addCredentialRoutes(app: FastifyInstance, { sql, live }: DashboardParts): void {
  app.get('/credentials', {
    config: { access: 'read_credentials' },
    schema: { hide: true },
    handler: async (request) => {
      const shown = { days: LEGACY_CALLS_DAYS, rowsMax: CREDENTIALS_SHOWN_MAX };
      const rows = await listCredentials(sql, companyOf(request), shown);
      return { data: rows.map(shapeCredential) };
    },
  });

  app.post('/credentials', {
    config: { access: 'manage_credentials' },
    schema: { hide: true },
    handler: async (request): Promise<CredentialSecretShape> => {
      const companyId = companyOf(request);
      const { clientId, clientSecret } = await createCredentials(sql, request.person, { companyId });
      live.tell(companyId, 'company');
      return { client_id: clientId, client_secret: clientSecret };
    },
  });

  app.post<{ Params: { readonly client_id: string } }>('/credentials/:client_id/revoke', {
    config: { access: 'manage_credentials' },
    schema: { hide: true },
    handler: async (request, reply) => {
      const companyId = companyOf(request);
      await revokeCredentials(sql, request.person, { companyId, clientId: request.params.client_id });
      live.tell(companyId, 'company');
      return reply.code(204).send();
    },
  });
}

function shapeCredential(row: CredentialRow): CredentialShape {
  return {
    client_id: row.clientId,
    created_at: row.createdAt.toISOString(),
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    legacy_calls: row.legacyCalls.map(({ alias, calls, lastCalledAt }) => ({
      alias,
      calls,
      last_called_at: new Date(lastCalledAt).toISOString(),
    })),
  };
}
