import { randomUUID } from 'node:crypto';
import { createToken } from '../../src/signing/token.ts';
import type { Sql } from '../../src/store/connect.ts';
import { insertSession } from '../../src/store/people/sessions.ts';
import { insertUser } from '../../src/store/people/users.ts';
import { createBenchCompany } from './bench-company.ts';

export interface BulkCompany {
  readonly companyId: string;
  /** The cookie of somebody of the company who may upload. */
  readonly cookie: string;
}

export async function createBulkCompany(sql: Sql): Promise<BulkCompany> {
  const { companyId } = await createBenchCompany(sql);
  const userId = randomUUID();
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

export interface PendingAlerts {
  readonly ids: readonly string[];
  /** The provider's identifiers. */
  readonly references: readonly string[];
  /** How these references begin, and no others do. */
  readonly prefix: string;
}

/** Gives the company this many pending alerts of provider A. */
export async function addPendingAlerts(sql: Sql, companyId: string, count: number): Promise<PendingAlerts> {
  const prefix = `${randomUUID().slice(0, 8)}-`;
  const added: { id: string; reference: string }[] = [];
  for (let first = 1; first <= count; first += ROWS_PER_STATEMENT) {
    const last = Math.min(first + ROWS_PER_STATEMENT - 1, count);
    const rows = await sql<{ id: string; reference: string }[]>`
      insert into alerts (
        id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
        transaction_date, provider, provider_alert_id, amount, currency, card_last4, card_bin, descriptor, auth_code,
        alert_type, reason_code, issuer)
      select gen_random_uuid(), e.company_id, e.merchant_id, e.id, now(), now() + interval '24 hours', now(), now(),
        '2026-11-01', 'provider_a_alerts', ${prefix} || n, 129.90, 'BRL', '4242', '41234567', 'LOJA*EXEMPLO',
        '031337', 'confirmed_fraud', '10.4', 'Banco Exemplo'
      from merchant_enrollments e, generate_series(${first}::int, ${last}::int) n
      where e.company_id = ${companyId} and e.provider = 'provider_a_alerts'
      returning id, provider_alert_id as reference`;
    added.push(...rows);
  }
  // As it is in a database that has been running for a while.
  await sql`analyze alerts`;
  return { ids: added.map(({ id }) => id), references: added.map(({ reference }) => reference), prefix };
}
