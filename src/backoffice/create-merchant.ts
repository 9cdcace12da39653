import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../store/connect.ts';
import { insertMerchant } from '../store/merchants.ts';
import { NAME_LENGTH_MAX } from './limits.ts';
import { readLine } from './read-line.ts';
import { requireCompany } from './require-company.ts';

export async function createMerchant(
  sql: Queryable,
  merchant: { readonly companyId: string; readonly name: string },
): Promise<{ merchantId: string }> {
  const name = readLine(merchant.name, 'The name of a merchant', NAME_LENGTH_MAX);
  const companyId = await requireCompany(sql, merchant.companyId);
  const merchantId = randomUUIDv7();
  await insertMerchant(sql, { id: merchantId, companyId, name });
  return { merchantId };
}
