import type { Sql } from '../store/connect.ts';
import { deleteOtherSessions } from '../store/sessions.ts';
import { clearTotp } from '../store/user-totp.ts';
import { BackofficeError } from './backoffice-error.ts';
import { changeTeam, type TeamChange } from './change-team.ts';
import { recordDeed } from './doer.ts';

/** For a member who lost their phone: the password alone is enough again, and every session ends. */
export async function resetTotp(sql: Sql, change: TeamChange): Promise<void> {
  const { companyId, userId, doer } = change;
  await changeTeam(sql, change, async (transaction, member) => {
    const isCleared = await clearTotp(transaction, userId);
    if (!isCleared) throw new BackofficeError(`${member.email} has not set up two-factor sign-in.`);
    await deleteOtherSessions(transaction, userId, null);
    await recordDeed(transaction, doer, { action: 'user.totp_reset', subject: member.email, companyId });
  });
}
