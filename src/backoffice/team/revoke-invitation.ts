import { isUuid } from '../../rules/uuid.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { markInvitationRevoked } from '../../store/people/invitations.ts';
import { transact } from '../../store/transact.ts';
import { NoSuchThingError } from '../backoffice-error.ts';

/** The link no longer works. */
export async function revokeInvitation(
  sql: Sql,
  doer: Doer,
  { companyId, invitationId }: { readonly companyId: string; readonly invitationId: string },
): Promise<void> {
  await transact(sql, async (transaction) => {
    const email = isUuid(invitationId)
      ? await markInvitationRevoked(transaction, companyId, invitationId)
      : undefined;
    if (email === undefined) throw new NoSuchThingError('The company has no such open invitation.');
    await recordDeed(transaction, doer, { action: 'invitation.revoked', subject: email, companyId });
  });
}
