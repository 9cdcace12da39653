import { randomUUID } from 'node:crypto';
import { insertCompany } from '../../src/store/companies/companies.ts';
import { insertEnrollment } from '../../src/store/companies/enrollments.ts';
import { insertMerchant } from '../../src/store/companies/merchants.ts';
import type { Sql } from '../../src/store/connect.ts';

export interface BenchCompany {
  readonly companyId: string;
  /** What provider A's alerts for it say. */
  readonly descriptor: string;
}

/** A company with one merchant that is enrolled with both providers. */
export async function createBenchCompany(sql: Sql): Promise<BenchCompany> {
  const [companyId, merchantId] = [randomUUID(), randomUUID()];
  const descriptor = companyId;
  await insertCompany(sql, { id: companyId, name: 'Bench' });
  await insertMerchant(sql, { id: merchantId, companyId, name: 'Bench merchant' });
  for (const route of [
    { provider: 'provider_a_alerts', descriptor },
    { provider: 'provider_b_rdr', acquirerBin: '412345', caid: companyId },
  ] as const) {
    await insertEnrollment(sql, { id: randomUUID(), companyId, merchantId, route });
  }
  return { companyId, descriptor };
}
