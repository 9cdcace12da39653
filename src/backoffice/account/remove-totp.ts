import type { Sql } from '../../store/connect.ts';
import { recordDeed } from '../../store/people/audit-log.ts';
import { deleteOtherSessions } from '../../store/people/sessions.ts';
import { clearTotp } from '../../store/people/user-totp.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { provePassword } from './prove-password.ts';
import type { SignedInDoer } from './signed-in-doer.ts';

/** Back to the password alone, where the company allows it. */
export async function removeTotp(
  sql: Sql,
  doer: SignedInDoer,
  { password }: { readonly password: string },
): Promise<void> {
  const { requiresTotp } = await provePassword(sql, { ...doer, password });
  if (requiresTotp) {
    throw new BackofficeError(
      'Your company requires two-factor sign-in. To use another app, ask an owner to reset yours.',
    );
  }
  await transact(sql, async (transaction) => {
    const isCleared = await clearTotp(transaction, doer.userId);
    if (!isCleared) throw new BackofficeError('Two-factor sign-in is not set up.');
    await deleteOtherSessions(transaction, doer.userId, doer.sessionId);
    await recordDeed(transaction, doer, { action: 'user.totp_removed', subject: doer.email });
  });
}
