import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { deleteOtherSessions } from '../../store/people/sessions.ts';
import { clearTotp } from '../../store/people/user-totp.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { changeTeam, type MeantMember } from './change-team.ts';

/** For a member who lost the phone: the password alone signs in again, and every session ends. */
export async function resetTotp(sql: Sql, doer: Doer, meant: MeantMember): Promise<void> {
  const { companyId, userId } = meant;
  await changeTeam(sql, doer, meant, async (transaction, member) => {
    const isCleared = await clearTotp(transaction, userId);
    if (!isCleared) throw new BackofficeError(`${member.email} has not set up two-factor sign-in.`);
    await deleteOtherSessions(transaction, userId, null);
    await recordDeed(transaction, doer, { action: 'user.totp_reset', subject: member.email, companyId });
  });
}
