import { markCompanyBlocked } from '../../store/companies/companies.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { REASON_LENGTH_MAX } from '../limits.ts';
import { readLine } from '../read-line.ts';
import { requireCompany } from './require-company.ts';

/** D7: a blocked company answers nothing until it is unblocked; its alerts still arrive. */
export async function blockCompany(
  sql: Sql,
  doer: Doer,
  block: { readonly companyId: string; readonly reason: string },
): Promise<{ companyId: string }> {
  const reason = readLine(block.reason, 'The reason for a block', REASON_LENGTH_MAX);
  const companyId = await requireCompany(sql, block.companyId);
  await transact(sql, async (transaction) => {
    await markCompanyBlocked(transaction, companyId, reason);
    const deed = { action: 'company.blocked', subject: companyId, details: { reason }, companyId };
    await recordDeed(transaction, doer, deed);
  });
  return { companyId };
}
