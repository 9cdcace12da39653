import { RefusalError } from '../../http/refusal-error.ts';
import type { Sql } from '../../store/connect.ts';
import { findUser, type UserWithProofs } from '../../store/people/users.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { beginGuess } from './guess-limit.ts';
import { verifyPassword } from './password.ts';

/**
 * Before somebody changes how they sign in, or signs out another device: an unlocked screen is not enough. Wrong tries
 * count as failed logins.
 */
export async function provePassword(
  sql: Sql,
  given: { readonly userId: string; readonly password: string; readonly address: string },
): Promise<UserWithProofs> {
  const user = await findUser(sql, given.userId);
  if (user === undefined) throw new RefusalError('not_signed_in');
  const guess = await beginGuess(sql, { email: user.email, address: given.address });
  if (guess.verdict.kind === 'wait') {
    throw new RefusalError('rate_limited', { retryAfterSeconds: guess.verdict.retryAfterSeconds });
  }
  if (!(await guess.check(() => verifyPassword(given.password, user.passwordHash)))) {
    throw new BackofficeError('The current password is wrong.');
  }
  await guess.forgive();
  return user;
}
