import type { Sql } from '../store/connect.ts';
import { deleteOtherSessions } from '../store/sessions.ts';
import { transact } from '../store/transact.ts';
import { clearTotp } from '../store/user-totp.ts';
import { BackofficeError } from './backoffice-error.ts';
import { type Doer, recordDeed } from './doer.ts';
import { requireUser } from './require-user.ts';
import { resetTotp } from './reset-totp.ts';

/** For somebody of any company, or an operator, who lost the phone. */
export async function resetAnyTotp(
  sql: Sql,
  doer: Doer,
  { email }: { readonly email: string },
): Promise<{ userId: string }> {
  const { id: userId, companyId, email: subject } = await requireUser(sql, email);
  if (companyId !== null) {
    await resetTotp(sql, { companyId, userId, doer });
    return { userId };
  }
  await transact(sql, async (transaction) => {
    const isCleared = await clearTotp(transaction, userId);
    if (!isCleared) throw new BackofficeError(`${subject} has not set up two-factor sign-in.`);
    await deleteOtherSessions(transaction, userId, null);
    await recordDeed(transaction, doer, { action: 'user.totp_reset', subject });
  });
  return { userId };
}
