import { hash, randomBytes } from 'node:crypto';
import { isUuid } from '../../rules/uuid.ts';
import { addCredential } from '../../store/companies/credentials.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { CREDENTIALS_MAX } from '../limits.ts';
import { noSuchCompany } from './require-company.ts';

const CLIENT_ID_BYTES = 12;
const SECRET_BYTES = 32;

/** A new pair for the company's API calls. Only the digest of the secret is stored: nobody can show it again. */
export async function createCredentials(
  sql: Sql,
  doer: Doer,
  credentials: { readonly companyId: string },
): Promise<{ clientId: string; clientSecret: string }> {
  if (!isUuid(credentials.companyId)) throw noSuchCompany(credentials.companyId);
  const companyId = credentials.companyId.toLowerCase();
  const clientId = `cl_${randomBytes(CLIENT_ID_BYTES).toString('hex')}`;
  const clientSecret = randomBytes(SECRET_BYTES).toString('base64url');
  const credential = { clientId, companyId, secretSha256: hash('sha256', clientSecret, 'buffer') };
  const insertion = await transact(sql, async (transaction) => {
    const outcome = await addCredential(transaction, credential, CREDENTIALS_MAX);
    if (outcome === 'inserted') {
      await recordDeed(transaction, doer, { action: 'credentials.created', subject: clientId, companyId });
    }
    return outcome;
  });
  switch (insertion) {
    case 'inserted':
      return { clientId, clientSecret };
    case 'no_company':
      throw noSuchCompany(credentials.companyId);
    case 'too_many':
      throw new BackofficeError(
        `The company already has ${CREDENTIALS_MAX} credentials, which is the most it can have. ` +
          'Revoke those that are no longer used.',
      );
  }
}
