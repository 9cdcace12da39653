import type { Sql } from '../../store/connect.ts';
import { recordDeed } from '../../store/people/audit-log.ts';
import { deleteOtherSessions } from '../../store/people/sessions.ts';
import { transact } from '../../store/transact.ts';
import { provePassword } from './prove-password.ts';
import type { SignedInDoer } from './signed-in-doer.ts';

/** Ends all of the person's own sessions but this one. */
export async function signOutOtherDevices(
  sql: Sql,
  doer: SignedInDoer,
  { password }: { readonly password: string },
): Promise<void> {
  await provePassword(sql, { ...doer, password });
  await transact(sql, async (transaction) => {
    await deleteOtherSessions(transaction, doer.userId, doer.sessionId);
    await recordDeed(transaction, doer, { action: 'session.others_revoked', subject: doer.email });
  });
}
