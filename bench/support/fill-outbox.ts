import { randomUUID } from 'node:crypto';
import { ENDPOINTS_MAX } from '../../src/backoffice/limits.ts';
import { createSecretBox } from '../../src/signing/secret-box.ts';
import type { Sql } from '../../src/store/connect.ts';
import { insertWebhookEndpoint } from '../../src/store/outbox/webhook-endpoints.ts';
import { createBenchCompany } from './bench-company.ts';
import { BENCH_SECRET_KEY } from './bench-database.ts';

/** A company with one endpoint; returns both ids. */
export async function createBenchLane(
  sql: Sql,
  port: number,
): Promise<{ companyId: string; endpointId: string }> {
  const { companyId } = await createBenchCompany(sql);
  return { companyId, endpointId: await addBenchEndpoint(sql, companyId, port) };
}

/** Gives a company one more endpoint, on this machine; returns its id. */
export async function addBenchEndpoint(sql: Sql, companyId: string, port: number): Promise<string> {
  const id = randomUUID();
  const url = `http://127.0.0.1:${port}/hook`;
  const secretEncrypted = createSecretBox(BENCH_SECRET_KEY).seal(Buffer.alloc(32, 'k'));
  await insertWebhookEndpoint(sql, { id, companyId, url, format: 'v2', secretEncrypted }, ENDPOINTS_MAX);
  return id;
}

/** Gives a company this many alerts with a delivery and a due job each, straight in the database. */
export async function fillLane(sql: Sql, companyId: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= ROWS_PER_STATEMENT) {
    await fillSome(sql, companyId, Math.min(left, ROWS_PER_STATEMENT));
  }
}

const ROWS_PER_STATEMENT = 50_000;

async function fillSome(sql: Sql, companyId: string, count: number): Promise<void> {
  await sql`
    with fresh as (
      insert into alerts (
        id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
        transaction_date, installment_number, installment_count, provider, provider_alert_id, amount, currency,
        card_last4, card_bin, descriptor, arn, caid, auth_code, alert_type, reason_code, issuer)
      select uuidv7(), e.company_id, e.merchant_id, e.id, now(), now() + interval '24 hours', now(), now(),
        '2026-11-01', 2, 12, 'provider_a_alerts', 'BENCH' || n, 129.90, 'BRL', '4242', '41234567', 'LOJA*EXEMPLO',
        null, '000123456789012', '031337', 'confirmed_fraud', '10.4', 'Banco Exemplo'
      from merchant_enrollments e, generate_series(1, ${count}::int) n
      where e.company_id = ${companyId} and e.provider = 'provider_a_alerts'
      returning id, company_id
    ), delivery as (
      insert into webhook_deliveries (company_id, alert_id, endpoint_id, created_at)
      select f.company_id, f.id, w.id, now() from fresh f join webhook_endpoints w using (company_id)
      returning company_id, alert_id, endpoint_id
    )
    insert into outbox_jobs (lane, company_id, alert_id, due_at, give_up_at)
    select endpoint_id, company_id, alert_id, now(), now() + interval '23 hours' from delivery`;
}
