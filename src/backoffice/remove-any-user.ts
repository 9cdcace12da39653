import type { Sql } from '../store/connect.ts';
import { revokeInvitationsBy } from '../store/invitations.ts';
import { deleteOtherSessions } from '../store/sessions.ts';
import { transact } from '../store/transact.ts';
import { markOperatorRemoved } from '../store/users.ts';
import { type Doer, recordDeed } from './doer.ts';
import { removeUser } from './remove-user.ts';
import { requireUser } from './require-user.ts';

/** Somebody of any company, or an operator. */
export async function removeAnyUser(
  sql: Sql,
  doer: Doer,
  { email }: { readonly email: string },
): Promise<{ userId: string }> {
  const { id: userId, companyId, email: subject } = await requireUser(sql, email);
  if (companyId !== null) {
    await removeUser(sql, { companyId, userId, doer });
    return { userId };
  }
  await transact(sql, async (transaction) => {
    await markOperatorRemoved(transaction, userId);
    await deleteOtherSessions(transaction, userId, null);
    await revokeInvitationsBy(transaction, userId);
    await recordDeed(transaction, doer, { action: 'user.removed', subject, details: { role: 'operator' } });
  });
  return { userId };
}
