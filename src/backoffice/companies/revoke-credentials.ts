import { revokeCredential } from '../../store/companies/credentials.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { NoSuchThingError } from '../backoffice-error.ts';
import { showGiven } from '../show-given.ts';

/** Ends the credentials for good; revoking them again changes nothing and is not an error. */
export async function revokeCredentials(
  sql: Sql,
  doer: Doer,
  credentials: {
    readonly clientId: string;
    /** Whoever acts for one company ends only its own; left out by an operator. */
    readonly companyId?: string | undefined;
  },
): Promise<{ clientId: string }> {
  const { clientId } = credentials;
  if (clientId.includes('\0')) throw noSuchCredentials(clientId);
  await transact(sql, async (transaction) => {
    const revoked = await revokeCredential(transaction, clientId, credentials.companyId);
    if (revoked === undefined) throw noSuchCredentials(clientId);
    const { companyId, wasInForce } = revoked;
    if (!wasInForce) return;
    await recordDeed(transaction, doer, { action: 'credentials.revoked', subject: clientId, companyId });
  });
  return { clientId };
}

function noSuchCredentials(clientId: string): NoSuchThingError {
  return new NoSuchThingError(
    `There are no credentials with client id ${showGiven(clientId)}. ` +
      'Use the client_id printed when the credentials were created.',
  );
}
