import { networkOf } from '../../rules/client-address.ts';
import type { Sql } from '../../store/connect.ts';
import { recordRefusedSignIn } from '../../store/people/audit-log.ts';
import type { UserWithProofs } from '../../store/people/users.ts';
import type { Device } from './open-session.ts';
import type { SignInOutcome } from './sign-in.ts';

/** What was wrong, by kind of refusal; a right password that still waits for its code is not refused. */
const REASONS: Readonly<Record<SignInOutcome['kind'], string | undefined>> = {
  signed_in: undefined,
  totp_required: undefined,
  failed: 'password',
  totp_wrong: 'code',
  wait: 'too many tries',
};
/** What was typed as an address may be anything, a password included, and is not kept. */
const NOBODY = 'unknown account';

/** A refused sign-in leaves a row in the audit log, known account or not, so that neither takes longer. */
export async function noteRefusal(
  sql: Sql,
  { kind }: SignInOutcome,
  user: UserWithProofs | undefined,
  { address, userAgent }: Device,
): Promise<void> {
  const reason = REASONS[kind];
  if (reason === undefined) return;
  const guesser = {
    userId: user?.id ?? null,
    email: user?.email ?? NOBODY,
    companyId: user?.companyId ?? null,
    address: networkOf(address),
  };
  await recordRefusedSignIn(sql, guesser, { reason, user_agent: userAgent });
}
