import { randomUUIDv7 } from 'node:crypto';
import { insertMerchant } from '../../store/companies/merchants.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { NAME_LENGTH_MAX } from '../limits.ts';
import { readLine } from '../read-line.ts';
import { requireCompany } from './require-company.ts';

export async function createMerchant(
  sql: Sql,
  doer: Doer,
  merchant: { readonly companyId: string; readonly name: string },
): Promise<{ merchantId: string }> {
  const name = readLine(merchant.name, 'The name of a merchant', NAME_LENGTH_MAX);
  const companyId = await requireCompany(sql, merchant.companyId);
  const merchantId = randomUUIDv7();
  await transact(sql, async (transaction) => {
    await insertMerchant(transaction, { id: merchantId, companyId, name });
    const deed = { action: 'merchant.created', subject: merchantId, details: { name }, companyId };
    await recordDeed(transaction, doer, deed);
  });
  return { merchantId };
}
