import { hash, randomBytes, randomUUID } from 'node:crypto';
import { insertCompany } from '../../src/store/companies/companies.ts';
import { insertCredential } from '../../src/store/companies/credentials.ts';
import { insertEnrollment } from '../../src/store/companies/enrollments.ts';
import { insertMerchant } from '../../src/store/companies/merchants.ts';
import type { Sql } from '../../src/store/connect.ts';

export interface TestCompany {
  readonly companyId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The Authorization header of its credential. */
  readonly authorization: string;
  readonly descriptor: string;
  readonly acquirerBin: string;
  readonly caid: string;
}

/** A company with a merchant, one enrollment for each provider, and a credential. */
export async function createTestCompany(sql: Sql): Promise<TestCompany> {
  const tag = randomBytes(6).toString('hex');
  const company: TestCompany = {
    companyId: randomUUID(),
    merchantId: randomUUID(),
    merchantName: `Loja ${tag}`,
    clientId: `client_${tag}`,
    clientSecret: `secret_${tag}`,
    authorization: `Basic ${Buffer.from(`client_${tag}:secret_${tag}`).toString('base64')}`,
    descriptor: `LOJA*${tag}`,
    acquirerBin: '412345',
    caid: `CAID${tag}`,
  };
  const { companyId, merchantId, descriptor, acquirerBin, caid } = company;
  await insertCompany(sql, { id: companyId, name: `Company ${tag}` });
  await insertMerchant(sql, { id: merchantId, companyId, name: company.merchantName });
  await insertEnrollment(sql, {
    id: randomUUID(),
    companyId,
    merchantId,
    route: { provider: 'provider_a_alerts', descriptor },
  });
  await insertEnrollment(sql, {
    id: randomUUID(),
    companyId,
    merchantId,
    route: { provider: 'provider_b_rdr', acquirerBin, caid },
  });
  await insertCredential(sql, {
    clientId: company.clientId,
    companyId,
    secretSha256: hash('sha256', company.clientSecret, 'buffer'),
  });
  return company;
}
