import { isUuid } from '../../rules/uuid.ts';
import type { Sql } from '../../store/connect.ts';
import { recordDeed } from '../../store/people/audit-log.ts';
import { deleteSession } from '../../store/people/sessions.ts';
import { transact } from '../../store/transact.ts';
import { NoSuchThingError } from '../backoffice-error.ts';
import { provePassword } from './prove-password.ts';
import type { SignedInDoer } from './signed-in-doer.ts';

/** Ends one of the person's own sessions. */
export async function signOutDevice(
  sql: Sql,
  doer: SignedInDoer,
  given: { readonly sessionId: string; readonly password: string },
): Promise<void> {
  await provePassword(sql, { ...doer, password: given.password });
  await transact(sql, async (transaction) => {
    const isEnded =
      isUuid(given.sessionId) && (await deleteSession(transaction, doer.userId, given.sessionId));
    if (!isEnded) throw new NoSuchThingError('You have no such session.');
    await recordDeed(transaction, doer, { action: 'session.revoked', subject: doer.email });
  });
}
