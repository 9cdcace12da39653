import { RefusalError } from '../../http/refusal-error.ts';
import type { Sql } from '../../store/connect.ts';
import { recordDeed } from '../../store/people/audit-log.ts';
import { deleteOtherSessions } from '../../store/people/sessions.ts';
import { updatePassword } from '../../store/people/users.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { hashChosenPassword } from './hash-chosen-password.ts';
import { provePassword } from './prove-password.ts';
import type { SignedInDoer } from './signed-in-doer.ts';

/** Signs out every session but this one, whoever has it. */
export async function changePassword(
  sql: Sql,
  doer: SignedInDoer,
  given: { readonly currentPassword: string; readonly newPassword: string },
): Promise<void> {
  if (given.currentPassword === given.newPassword) {
    throw new BackofficeError('The new password is the same as the current one. Choose another.');
  }
  const { passwordHash } = await provePassword(sql, { ...doer, password: given.currentPassword });
  const newHash = await hashChosenPassword(given.newPassword, doer.email);
  await transact(sql, async (transaction) => {
    const isChanged = await updatePassword(transaction, doer.userId, { from: passwordHash, to: newHash });
    if (!isChanged) throw new RefusalError('out_of_step');
    await deleteOtherSessions(transaction, doer.userId, doer.sessionId);
    await recordDeed(transaction, doer, { action: 'user.password_changed', subject: doer.email });
  });
}
