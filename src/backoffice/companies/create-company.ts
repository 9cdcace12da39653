import { randomUUIDv7 } from 'node:crypto';
import { insertCompany } from '../../store/companies/companies.ts';
import type { Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { NAME_LENGTH_MAX } from '../limits.ts';
import { readLine } from '../read-line.ts';

export async function createCompany(
  sql: Sql,
  doer: Doer,
  company: { readonly name: string },
): Promise<{ companyId: string }> {
  const name = readLine(company.name, 'The name of a company', NAME_LENGTH_MAX);
  const companyId = randomUUIDv7();
  await transact(sql, async (transaction) => {
    await insertCompany(transaction, { id: companyId, name });
    const deed = { action: 'company.created', subject: companyId, details: { name }, companyId };
    await recordDeed(transaction, doer, deed);
  });
  return { companyId };
}
