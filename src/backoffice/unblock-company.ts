import * as companies from '../store/companies.ts';
import type { Queryable } from '../store/connect.ts';
import { requireCompany } from './require-company.ts';

/** Unblocking a company that is not blocked changes nothing and is not an error. */
export async function unblockCompany(
  sql: Queryable,
  block: { readonly companyId: string },
): Promise<{ companyId: string }> {
  const companyId = await requireCompany(sql, block.companyId);
  await companies.unblockCompany(sql, companyId);
  return { companyId };
}
