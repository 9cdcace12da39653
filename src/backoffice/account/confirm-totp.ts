import { RefusalError } from '../../http/refusal-error.ts';
import { createSecretBox } from '../../signing/secret-box.ts';
import { findTotpStep } from '../../signing/totp.ts';
import { recordDeed } from '../../store/people/audit-log.ts';
import { deleteOtherSessions } from '../../store/people/sessions.ts';
import { markTotpConfirmed } from '../../store/people/user-totp.ts';
import { findUser } from '../../store/people/users.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError } from '../backoffice-error.ts';
import type { SignInParts } from './sign-in.ts';
import type { SignedInDoer } from './signed-in-doer.ts';

/** From here on every sign-in needs a code; sessions that were opened without one end. */
export async function confirmTotp(
  { sql, secretKey }: SignInParts,
  doer: SignedInDoer,
  { code }: { readonly code: string },
): Promise<void> {
  const user = await findUser(sql, doer.userId);
  const sealed = user?.totpSecretEncrypted;
  if (user === undefined || !sealed || user.hasTotp) {
    throw new BackofficeError('There is nothing to confirm: start setting up two-factor sign-in first.');
  }
  const step = findTotpStep(createSecretBox(secretKey).open(sealed), code, user.now);
  if (step === undefined) {
    throw new BackofficeError("The code is wrong. Check your phone's clock and try the next code.");
  }
  await transact(sql, async (transaction) => {
    const isConfirmed = await markTotpConfirmed(transaction, doer.userId, { sealed, step });
    if (!isConfirmed) throw new RefusalError('out_of_step');
    await deleteOtherSessions(transaction, doer.userId, doer.sessionId);
    await recordDeed(transaction, doer, { action: 'user.totp_enabled', subject: doer.email });
  });
}
