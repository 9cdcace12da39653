import type { Sql } from '../store/connect.ts';
import { findMember, lockTeam, updateRequiresTotp } from '../store/team.ts';
import { transact } from '../store/transact.ts';
import { BackofficeError } from './backoffice-error.ts';
import type { Doer } from './doer.ts';
import { recordDeed } from './doer.ts';

export interface TotpRequirement {
  readonly companyId: string;
  readonly requiresTotp: boolean;
  readonly doer: Doer & { readonly userId: string };
}

/** Whether everybody of the company needs a second factor. Those who have none yet can set it up and do nothing else. */
export async function requireTotp(sql: Sql, requirement: TotpRequirement): Promise<void> {
  const { companyId, requiresTotp, doer } = requirement;
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
