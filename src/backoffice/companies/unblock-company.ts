import { clearCompanyBlock } from '../../store/companies/companies.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { requireCompany } from './require-company.ts';

/** Unblocking a company that is not blocked changes nothing, leaves no row in the audit log and is not an error. */
export async function unblockCompany(
  sql: Sql,
  doer: Doer,
  block: { readonly companyId: string },
): Promise<{ companyId: string }> {
  const companyId = await requireCompany(sql, block.companyId);
  await transact(sql, async (transaction) => {
    const wasBlocked = await clearCompanyBlock(transaction, companyId);
    if (!wasBlocked) return;
    await recordDeed(transaction, doer, { action: 'company.unblocked', subject: companyId, companyId });
  });
  return { companyId };
}
