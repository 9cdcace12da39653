import * as companies from '../store/companies.ts';
import type { Queryable } from '../store/connect.ts';
import { REASON_LENGTH_MAX } from './limits.ts';
import { readLine } from './read-line.ts';
import { requireCompany } from './require-company.ts';

/** D7: a blocked company answers nothing until it is unblocked; its alerts still arrive. */
export async function blockCompany(
  sql: Queryable,
  block: { readonly companyId: string; readonly reason: string },
): Promise<{ companyId: string }> {
  const reason = readLine(block.reason, 'The reason for a block', REASON_LENGTH_MAX);
  const companyId = await requireCompany(sql, block.companyId);
  await companies.blockCompany(sql, companyId, reason);
  return { companyId };
}
