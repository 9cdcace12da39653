import { hash, randomUUIDv7 } from 'node:crypto';
import { hashPassword } from '../backoffice/account/password.ts';
import type { Route } from '../rules/route-key.ts';
import { companyExists, insertCompany } from '../store/companies/companies.ts';
import { insertCredential } from '../store/companies/credentials.ts';
import { insertEnrollment } from '../store/companies/enrollments.ts';
import { insertMerchant } from '../store/companies/merchants.ts';
import type { Queryable, Sql } from '../store/connect.ts';
import { insertUser } from '../store/people/users.ts';
import { transact } from '../store/transact.ts';
import type { SandboxRecord } from './sandbox-record.ts';

const ROUTES: readonly Route[] = [
  { provider: 'provider_a_alerts', descriptor: 'SANDBOX*LOJA' },
  { provider: 'provider_b_rdr', acquirerBin: '499999', caid: 'SANDBOX00000001' },
];

/** Creates the first company and everything that belongs to it, once; true when it was created now. */
export async function ensureSandboxCompany(sql: Sql, record: SandboxRecord): Promise<boolean> {
  if (await companyExists(sql, record.company_id)) return false;
  const [userPasswordHash, operatorPasswordHash] = await Promise.all([
    hashPassword(record.user_password),
    hashPassword(record.operator_password),
  ]);
  await transact(sql, async (transaction) => {
    await insertCompany(transaction, { id: record.company_id, name: 'Sandbox' });
    await insertCredential(transaction, {
      clientId: record.client_id,
      companyId: record.company_id,
      secretSha256: hash('sha256', record.client_secret, 'buffer'),
    });
    await insertUser(transaction, {
      id: randomUUIDv7(),
      companyId: record.company_id,
      email: record.user_email,
      role: 'owner',
      passwordHash: userPasswordHash,
    });
    await insertUser(transaction, {
      id: randomUUIDv7(),
      companyId: null,
      email: record.operator_email,
      role: 'operator',
      passwordHash: operatorPasswordHash,
    });
    await insertMerchantWithRoutes(transaction, record.company_id);
  });
  return true;
}

async function insertMerchantWithRoutes(transaction: Queryable, companyId: string): Promise<void> {
  const merchantId = randomUUIDv7();
  await insertMerchant(transaction, { id: merchantId, companyId, name: 'Loja Sandbox' });
  for (const route of ROUTES) {
    await insertEnrollment(transaction, { id: randomUUIDv7(), companyId, merchantId, route });
  }
}
