import { createSecretBox } from '../../signing/secret-box.ts';
import { findTotpStep } from '../../signing/totp.ts';
import type { Sql } from '../../store/connect.ts';
import { recordDeed } from '../../store/people/audit-log.ts';
import { spendTotpStep } from '../../store/people/user-totp.ts';
import { findUserByEmail, proofsStillHold, type UserWithProofs } from '../../store/people/users.ts';
import { transact } from '../../store/transact.ts';
import { beginGuess } from './guess-limit.ts';
import { noteRefusal } from './note-refusal.ts';
import { type Device, openSession } from './open-session.ts';
import { NOBODYS_HASH, verifyPassword } from './password.ts';

export interface SignInParts {
  readonly sql: Sql;
  readonly secretKey: string;
}

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app; undefined when none was given. */
  readonly code: string | undefined;
  readonly device: Device;
}

export type SignInOutcome =
  | { readonly kind: 'signed_in'; readonly token: string }
  | { readonly kind: 'wait'; readonly retryAfterSeconds: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'totp_required' }
  | { readonly kind: 'totp_wrong' };

/** Email and password, then the code where the user has a second factor. Unknown, removed and wrong look the same. */
export async function signIn(parts: SignInParts, attempt: SignInAttempt): Promise<SignInOutcome> {
  const user = await findUserByEmail(parts.sql, attempt.email);
  const outcome = await judgeAttempt(parts, attempt, user);
  await noteRefusal(parts.sql, outcome, user, attempt.device);
  return outcome;
}

async function judgeAttempt(
  parts: SignInParts,
  { email, password, code, device }: SignInAttempt,
  user: UserWithProofs | undefined,
): Promise<SignInOutcome> {
  const { sql } = parts;
  // By the account's own address: PostgreSQL treats more spellings as equal than lower-casing does.
  const guess = await beginGuess(sql, { email: user?.email ?? email, address: device.address });
  if (guess.verdict.kind === 'wait') return guess.verdict;
  const isRight = await guess.check(() => verifyPassword(password, user?.passwordHash ?? NOBODYS_HASH));
  if (user === undefined || !isRight) return { kind: 'failed' };
  if (user.hasTotp) {
    if (code === undefined) {
      await guess.takeBack();
      return { kind: 'totp_required' };
    }
    if (!(await spendCode(parts, user, code))) return { kind: 'totp_wrong' };
  }
  await guess.forgive();
  return openAuditedSession(sql, user, device);
}

/** True once for each code: the database decides who spends it. */
async function spendCode(
  { sql, secretKey }: SignInParts,
  user: UserWithProofs,
  code: string,
): Promise<boolean> {
  if (user.totpSecretEncrypted === null) return false;
  const secret = createSecretBox(secretKey).open(user.totpSecretEncrypted);
  const step = findTotpStep(secret, code, user.now);
  return step !== undefined && (await spendTotpStep(sql, user.id, step));
}

/** A password changed or a user removed while this one signed in wins. */
async function openAuditedSession(sql: Sql, user: UserWithProofs, device: Device): Promise<SignInOutcome> {
  return transact(sql, async (transaction) => {
    if (!(await proofsStillHold(transaction, user))) return { kind: 'failed' };
    const { id: userId, email, companyId } = user;
    const details = { user_agent: device.userAgent };
    const doer = { userId, email, companyId, address: device.address };
    await recordDeed(transaction, doer, { action: 'session.signed_in', subject: email, details });
    const { token } = await openSession(transaction, userId, device);
    return { kind: 'signed_in', token };
  });
}
