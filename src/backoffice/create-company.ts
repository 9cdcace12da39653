import { randomUUIDv7 } from 'node:crypto';
import { insertCompany } from '../store/companies.ts';
import type { Queryable } from '../store/connect.ts';
import { NAME_LENGTH_MAX } from './limits.ts';
import { readLine } from './read-line.ts';

export async function createCompany(
  sql: Queryable,
  company: { readonly name: string },
): Promise<{ companyId: string }> {
  const name = readLine(company.name, 'The name of a company', NAME_LENGTH_MAX);
  const companyId = randomUUIDv7();
  await insertCompany(sql, { id: companyId, name });
  return { companyId };
}
