import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { revokeInvitationsBy } from '../../store/people/invitations.ts';
import { deleteOtherSessions } from '../../store/people/sessions.ts';
import { markOperatorRemoved } from '../../store/people/users.ts';
import { changeAnyUser } from './change-any-user.ts';
import { removeUser } from './remove-user.ts';

/** Somebody of any company, or an operator. */
export async function removeAnyUser(
  sql: Sql,
  doer: Doer,
  { email }: { readonly email: string },
): Promise<{ userId: string }> {
  return changeAnyUser(sql, doer, email, {
    toMember: removeUser,
    toOperator: async (transaction, { id, email: subject }) => {
      await markOperatorRemoved(transaction, id);
      await deleteOtherSessions(transaction, id, null);
      await revokeInvitationsBy(transaction, id);
      await recordDeed(transaction, doer, { action: 'user.removed', subject, details: { role: 'operator' } });
    },
  });
}
