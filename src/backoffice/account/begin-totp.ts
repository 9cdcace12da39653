import { createSecretBox } from '../../signing/secret-box.ts';
import { createTotpSecret, describeTotp } from '../../signing/totp.ts';
import { storeTotpSecret } from '../../store/people/user-totp.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { provePassword } from './prove-password.ts';
import type { SignInParts } from './sign-in.ts';
import type { SignedInDoer } from './signed-in-doer.ts';

/** A new secret for the authenticator app; it changes nothing until its first code confirms it. */
export async function beginTotp(
  { sql, secretKey }: SignInParts,
  doer: SignedInDoer,
  { password }: { readonly password: string },
): Promise<{ secret: string; uri: string }> {
  await provePassword(sql, { ...doer, password });
  const secret = createTotpSecret();
  if (!(await storeTotpSecret(sql, doer.userId, createSecretBox(secretKey).seal(secret)))) {
    throw new BackofficeError('Two-factor sign-in is set up already. Remove it first to use another app.');
  }
  return describeTotp(secret, doer.email);
}
