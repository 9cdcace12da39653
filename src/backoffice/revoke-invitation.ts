import { RefusalError } from '../http/refusal-error.ts';
import { isUuid } from '../rules/uuid.ts';
import type { Sql } from '../store/connect.ts';
import * as invitations from '../store/invitations.ts';
import { transact } from '../store/transact.ts';
import { type Doer, recordDeed } from './doer.ts';

/** The link no longer works. */
export async function revokeInvitation(
  sql: Sql,
  { companyId, invitationId }: { readonly companyId: string; readonly invitationId: string },
  doer: Doer,
): Promise<void> {
  if (!isUuid(invitationId)) throw new RefusalError('thing_not_found');
  await transact(sql, async (transaction) => {
    const email = await invitations.revokeInvitation(transaction, companyId, invitationId);
    if (email === undefined) throw new RefusalError('thing_not_found');
    await recordDeed(transaction, doer, { action: 'invitation.revoked', subject: email, companyId });
  });
}
