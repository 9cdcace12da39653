import type { CompanyRole } from '../../rules/permissions.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { revokeInvitationsBy } from '../../store/people/invitations.ts';
import { updateRole } from '../../store/people/team.ts';
import { changeTeam, keepAnOwner, type MeantMember } from './change-team.ts';

/** What a member may do from the next request on. */
export async function changeRole(
  sql: Sql,
  doer: Doer,
  { role, ...meant }: MeantMember & { readonly role: CompanyRole },
): Promise<void> {
  const { companyId, userId } = meant;
  await changeTeam(sql, doer, meant, async (transaction, member) => {
    if (member.role === role) return;
    await keepAnOwner(transaction, companyId, member);
    await updateRole(transaction, companyId, userId, role);
    if (member.role === 'owner') await revokeInvitationsBy(transaction, userId);
    await recordDeed(transaction, doer, {
      action: 'user.role_changed',
      subject: member.email,
      details: { from: member.role, to: role },
      companyId,
    });
  });
}
