import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { deleteOtherSessions } from '../../store/people/sessions.ts';
import { clearTotp } from '../../store/people/user-totp.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { changeAnyUser } from './change-any-user.ts';
import { resetTotp } from './reset-totp.ts';

/** For a user of any company, or an operator, who lost their phone. */
export async function resetAnyTotp(
  sql: Sql,
  doer: Doer,
  { email }: { readonly email: string },
): Promise<{ userId: string }> {
  return changeAnyUser(sql, doer, email, {
    toMember: resetTotp,
    toOperator: async (transaction, { id, email: subject }) => {
      const isCleared = await clearTotp(transaction, id);
      if (!isCleared) throw new BackofficeError(`${subject} has not set up two-factor sign-in.`);
      await deleteOtherSessions(transaction, id, null);
      await recordDeed(transaction, doer, { action: 'user.totp_reset', subject });
    },
  });
}
