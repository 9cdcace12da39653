import { hash, randomBytes } from 'node:crypto';
import type { Queryable } from '../store/connect.ts';
import { insertCredential } from '../store/credentials.ts';
import { requireCompany } from './require-company.ts';

const CLIENT_ID_BYTES = 12;
const SECRET_BYTES = 32;

/** A new pair for the company's API calls. Only the digest of the secret is stored: nobody can show it again. */
export async function createCredentials(
  sql: Queryable,
  credentials: { readonly companyId: string },
): Promise<{ clientId: string; clientSecret: string }> {
  const companyId = await requireCompany(sql, credentials.companyId);
  const clientId = `cl_${randomBytes(CLIENT_ID_BYTES).toString('hex')}`;
  const clientSecret = randomBytes(SECRET_BYTES).toString('base64url');
  await insertCredential(sql, { clientId, companyId, secretSha256: hash('sha256', clientSecret, 'buffer') });
  return { clientId, clientSecret };
}
