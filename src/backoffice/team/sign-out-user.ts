import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { deleteOtherSessions } from '../../store/people/sessions.ts';
import { transact } from '../../store/transact.ts';
import { requireUser } from './require-user.ts';

/** Ends every session of somebody whose device was lost or whose session may be in other hands. */
export async function signOutUser(
  sql: Sql,
  doer: Doer,
  { email }: { readonly email: string },
): Promise<{ userId: string }> {
  const { id: userId, companyId, email: subject } = await requireUser(sql, email);
  await transact(sql, async (transaction) => {
    await deleteOtherSessions(transaction, userId, null);
    await recordDeed(transaction, doer, { action: 'user.signed_out', subject, companyId });
  });
  return { userId };
}
