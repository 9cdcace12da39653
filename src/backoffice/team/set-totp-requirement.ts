import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { findMember, lockTeam, updateRequiresTotp } from '../../store/people/team.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError } from '../backoffice-error.ts';

/** Whether everybody of the company needs a second factor. Who has none yet can set it up, and nothing else. */
export async function setTotpRequirement(
  sql: Sql,
  doer: Doer & { readonly userId: string },
  { companyId, requiresTotp }: { readonly companyId: string; readonly requiresTotp: boolean },
): Promise<void> {
  await transact(sql, async (transaction) => {
    const company = await lockTeam(transaction, companyId);
    if (company === undefined || company.requiresTotp === requiresTotp) return;
    const owner = await findMember(transaction, companyId, doer.userId);
    if (requiresTotp && owner?.hasTotp !== true) {
      throw new BackofficeError('Set up two-factor sign-in for your own account first.');
    }
    await updateRequiresTotp(transaction, companyId, requiresTotp);
    await recordDeed(transaction, doer, {
      action: requiresTotp ? 'company.totp_required' : 'company.totp_optional',
      subject: company.name,
    });
  });
}
