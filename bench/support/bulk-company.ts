import { randomUUID } from 'node:crypto';
import { createToken } from '../../src/signing/token.ts';
import { insertCompany } from '../../src/store/companies.ts';
import type { Sql } from '../../src/store/connect.ts';
import { insertEnrollment } from '../../src/store/enrollments.ts';
import { insertMerchant } from '../../src/store/merchants.ts';
import { insertSession } from '../../src/store/sessions.ts';
import { insertUser } from '../../src/store/users.ts';

export interface BulkCompany {
  readonly companyId: string;
  /** The cookie of somebody of the company who may upload. */
  readonly cookie: string;
}

export async function createBulkCompany(sql: Sql): Promise<BulkCompany> {
  const [companyId, merchantId, userId] = [randomUUID(), randomUUID(), randomUUID()];
  await insertCompany(sql, { id: companyId, name: 'Bench' });
  await insertMerchant(sql, { id: merchantId, companyId, name: 'Bench merchant' });
  await insertEnrollment(sql, {
    id: randomUUID(),
    companyId,
    merchantId,
    route: { provider: 'provider_a_alerts', descriptor: companyId },
  });
  const email = `${userId}@bench.example`;
  await insertUser(sql, { id: userId, companyId, email, role: 'analyst', passwordHash: 'none' });
  const { token, sha256 } = createToken();
  await insertSession(sql, {
    id: randomUUID(),
    tokenSha256: sha256,
    userId,
    address: '',
    userAgent: 'bench',
  });
  return { companyId, cookie: `session=${token}` };
}

const ROWS_PER_STATEMENT = 10_000;

/** Gives the company so many pending alerts, and returns their provider's identifiers. */
export async function addPendingAlerts(sql: Sql, companyId: string, count: number): Promise<string[]> {
  const prefix = randomUUID().slice(0, 8);
  for (let first = 1; first <= count; first += ROWS_PER_STATEMENT) {
    const last = Math.min(first + ROWS_PER_STATEMENT - 1, count);
    await sql`
      insert into alerts (
        id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
        transaction_date, provider, provider_alert_id, amount, currency, card_last4, card_bin, descriptor, auth_code,
        alert_type, reason_code, issuer)
      select gen_random_uuid(), e.company_id, e.merchant_id, e.id, now(), now() + interval '24 hours', now(), now(),
        '2026-11-01', 'provider_a_alerts', ${prefix} || '-' || n, 129.90, 'BRL', '4242', '41234567', 'LOJA*EXEMPLO',
        '031337', 'confirmed_fraud', '10.4', 'Banco Exemplo'
      from merchant_enrollments e, generate_series(${first}::int, ${last}::int) n
      where e.company_id = ${companyId}`;
  }
  // As it is in a database that has been running for a while.
  await sql`analyze alerts`;
  return Array.from({ length: count }, (_, position) => `${prefix}-${position + 1}`);
}
