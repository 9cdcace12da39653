import type { Queryable } from '../store/connect.ts';
import { revokeCredential } from '../store/credentials.ts';
import { NoSuchThingError } from './backoffice-error.ts';
import { showGiven } from './show-given.ts';

/** Ends the credentials for good; revoking them again changes nothing and is not an error. */
export async function revokeCredentials(
  sql: Queryable,
  credentials: {
    readonly clientId: string;
    /** Whoever acts for one company ends only its own; left out by an operator. */
    readonly companyId?: string | undefined;
  },
): Promise<{ clientId: string }> {
  const { clientId, companyId } = credentials;
  if (clientId.includes('\0') || !(await revokeCredential(sql, clientId, companyId))) {
    throw new NoSuchThingError(
      `There are no credentials with client id ${showGiven(clientId)}. ` +
        'Use the client_id shown when the credentials were created.',
    );
  }
  return { clientId };
}
