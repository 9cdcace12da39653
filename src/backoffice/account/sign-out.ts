import type { Sql } from '../../store/connect.ts';
import { recordDeed } from '../../store/people/audit-log.ts';
import { deleteSession } from '../../store/people/sessions.ts';
import { transact } from '../../store/transact.ts';
import type { SignedInDoer } from './signed-in-doer.ts';

/** Ends the session that the person acts in. */
export async function signOut(sql: Sql, doer: SignedInDoer): Promise<void> {
  await transact(sql, async (transaction) => {
    await deleteSession(transaction, doer.userId, doer.sessionId);
    await recordDeed(transaction, doer, { action: 'session.signed_out', subject: doer.email });
  });
}
