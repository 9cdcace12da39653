import { createSecretBox } from '../../signing/secret-box.ts';
import type { Sql } from '../../store/connect.ts';
import { type EndpointRow, listEndpointRows } from '../../store/outbox/list-endpoints.ts';
import { requireCompany } from '../companies/require-company.ts';
import { maskSecret } from './mask-secret.ts';

export interface EndpointOverview {
  readonly endpoint: Omit<EndpointRow, 'secretEncrypted'>;
  readonly state: 'active' | 'paused';
  readonly maskedSecret: string;
}

export async function listEndpoints(
  { sql, secretKey }: { readonly sql: Sql; readonly secretKey: string },
  wanted: { readonly companyId: string },
): Promise<readonly EndpointOverview[]> {
  const companyId = await requireCompany(sql, wanted.companyId);
  const secretBox = createSecretBox(secretKey);
  const endpoints = await listEndpointRows(sql, companyId);
  return endpoints.map(({ secretEncrypted, ...endpoint }) => ({
    endpoint,
    state: endpoint.pausedAt === null ? 'active' : 'paused',
    maskedSecret: maskSecret(secretBox, secretEncrypted),
  }));
}
