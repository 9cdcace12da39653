import type { Queryable } from '../../store/connect.ts';
import {
  type ForwardFilter,
  type ForwardReceipt,
  listForwardReceipts,
} from '../../store/outbox/list-forwards.ts';
import { requireCompany } from '../companies/require-company.ts';

/** What provider A was told and what it said; what it never took comes first. */
export async function listForwards(
  sql: Queryable,
  filter: ForwardFilter,
): Promise<readonly ForwardReceipt[]> {
  const companyId = filter.companyId === undefined ? undefined : await requireCompany(sql, filter.companyId);
  return listForwardReceipts(sql, { ...filter, companyId });
}
