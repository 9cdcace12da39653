import { cancelBulkUpdatesBy } from '../../store/bulk/bulk-updates.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { revokeInvitationsBy } from '../../store/people/invitations.ts';
import { deleteOtherSessions } from '../../store/people/sessions.ts';
import { markMemberRemoved } from '../../store/people/team.ts';
import { changeTeam, keepAnOwner, type MeantMember } from './change-team.ts';

/**
 * Out at once, everywhere: what the user has started in bulk stops too, and somebody else may run the rest. What the user
 * did stays in the histories under the same name.
 */
export async function removeUser(sql: Sql, doer: Doer, meant: MeantMember): Promise<void> {
  const { companyId, userId } = meant;
  await changeTeam(sql, doer, meant, async (transaction, member) => {
    await keepAnOwner(transaction, companyId, member);
    await markMemberRemoved(transaction, companyId, userId);
    await deleteOtherSessions(transaction, userId, null);
    await revokeInvitationsBy(transaction, userId);
    const stopped = await cancelBulkUpdatesBy(transaction, companyId, userId);
    await recordDeed(transaction, doer, {
      action: 'user.removed',
      subject: member.email,
      details: { role: member.role, ...(stopped > 0 && { bulk_updates_stopped: stopped }) },
      companyId,
    });
  });
}
