// The limit for arrivals and status updates: the same rows and locks straight through the driver, and nothing else.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { PROVIDER_A_LANE } from '../../src/rules/lane.ts';
import { connect, type Sql } from '../../src/store/connect.ts';
import type { DirectOrder, Target } from '../support/direct-writes.ts';

process.on('disconnect', () => process.exit());
process.on('message', (order: DirectOrder) => void carryOut(order));

async function carryOut(order: DirectOrder): Promise<void> {
  const sql = connect(process.env['DATABASE_URL'] ?? '', {
    applicationName: 'bench limit',
    connectionsMax: order.atOnce,
  });
  const tasks = order.kind === 'arrivals' ? planArrivals(sql, order) : planAnswers(sql, order);
  // Connections open and the statement is prepared on each before it counts.
  await Promise.all(Array.from({ length: order.atOnce }, () => sql`select pg_sleep(0.1)`));
  const begunMs = performance.now();
  await Promise.all(Array.from({ length: order.atOnce }, () => keepRunning(tasks)));
  const seconds = (performance.now() - begunMs) / 1000;
  await sql.end();
  process.send?.({ seconds });
}

async function keepRunning(tasks: Iterator<() => Promise<void>>): Promise<void> {
  for (let task = tasks.next(); task.done !== true; task = tasks.next()) await task.value();
}

function* planArrivals(sql: Sql, order: DirectOrder & { kind: 'arrivals' }): Generator<() => Promise<void>> {
  const { statements, rowsEach, target } = order;
  const insert = rowsEach === 1 ? insertOne : insertMany;
  for (let made = 0; made < statements; made += 1) {
    const rows = Array.from({ length: rowsEach }, makeRow);
    yield () => insert(sql, target, rows);
  }
}

interface Row {
  readonly id: string;
  readonly provider_alert_id: string;
  readonly card_last4: string;
  readonly auth_code: string;
}

function makeRow(): Row {
  return {
    id: randomUUIDv7(),
    provider_alert_id: randomUUID(),
    card_last4: String(Math.trunc(Math.random() * 10_000)).padStart(4, '0'),
    auth_code: String(Math.trunc(Math.random() * 1_000_000)).padStart(6, '0'),
  };
}

async function insertOne(sql: Sql, target: Target, [row]: readonly Row[]): Promise<void> {
  if (row === undefined) return;
  const { companyId, merchantId, enrollmentId, endpointId } = target;
  await sql`
    with receipt as (
      insert into alert_receipts (provider, provider_alert_id, alert_id, received_at)
      values ('provider_a_alerts', ${row.provider_alert_id}, ${row.id}, now())
    ), alert as (
      insert into alerts (
        id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
        provider, provider_alert_id, amount, currency, card_last4, card_bin, transaction_date, descriptor, arn,
        caid, auth_code, alert_type, reason_code, issuer, installment_number, installment_count)
      values (
        ${row.id}, ${companyId}, ${merchantId}, ${enrollmentId}, now(), now() + interval '24 hours', now(), now(),
        'provider_a_alerts', ${row.provider_alert_id}, ${'129.90'}, ${'BRL'}, ${row.card_last4}, ${'41234567'},
        ${'2026-11-01'}, ${companyId}, ${null}, ${'000123456789012'}, ${row.auth_code}, ${'confirmed_fraud'},
        ${'10.4'}, ${'Banco Exemplo'}, ${2}, ${12})
    ), delivery as (
      insert into webhook_deliveries (company_id, alert_id, endpoint_id, created_at)
      values (${companyId}, ${row.id}, ${endpointId}, now())
    )
    insert into outbox_jobs (lane, company_id, alert_id, due_at, give_up_at)
    values (${endpointId}, ${companyId}, ${row.id}, now(), now() + interval '23 hours')`;
}

/** As a set, since a parameter for each value of each row costs the driver more. */
async function insertMany(sql: Sql, target: Target, rows: readonly Row[]): Promise<void> {
  const { companyId, merchantId, enrollmentId, endpointId } = target;
  await sql`
    with incoming as materialized (
      select * from jsonb_to_recordset(${sql.json(rows.map((row) => ({ ...ALIKE, ...row })))}) as i(
        id uuid, provider_alert_id text, amount numeric, currency text, card_last4 text, card_bin text,
        transaction_date date, arn text, caid text, auth_code text, alert_type text, reason_code text,
        issuer text, installment_number int, installment_count int)
    ), receipt as (
      insert into alert_receipts (provider, provider_alert_id, alert_id, received_at)
      select 'provider_a_alerts', provider_alert_id, id, now() from incoming
    ), alert as (
      insert into alerts (
        id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
        provider, provider_alert_id, amount, currency, card_last4, card_bin, transaction_date, descriptor, arn,
        caid, auth_code, alert_type, reason_code, issuer, installment_number, installment_count)
      select id, ${companyId}, ${merchantId}, ${enrollmentId}, now(), now() + interval '24 hours', now(), now(),
        'provider_a_alerts', provider_alert_id, amount, currency, card_last4, card_bin, transaction_date,
        ${companyId}, arn, caid, auth_code, alert_type, reason_code, issuer, installment_number, installment_count
      from incoming
    ), delivery as (
      insert into webhook_deliveries (company_id, alert_id, endpoint_id, created_at)
      select ${companyId}, id, ${endpointId}, now() from incoming
    )
    insert into outbox_jobs (lane, company_id, alert_id, due_at, give_up_at)
    select ${endpointId}, ${companyId}, id, now(), now() + interval '23 hours' from incoming`;
}

/** What the rows of a set have in common still travels with each of them. */
const ALIKE = {
  amount: '129.90',
  currency: 'BRL',
  card_bin: '41234567',
  transaction_date: '2026-11-01',
  arn: null,
  caid: '000123456789012',
  alert_type: 'confirmed_fraud',
  reason_code: '10.4',
  issuer: 'Banco Exemplo',
  installment_number: 2,
  installment_count: 12,
};

function* planAnswers(sql: Sql, order: DirectOrder & { kind: 'answers' }): Generator<() => Promise<void>> {
  for (const alertId of order.alertIds) yield () => answerOne(sql, order.companyId, alertId);
}

/** One transaction each: the alert is locked, then its status, history, forward and job are written. */
async function answerOne(sql: Sql, companyId: string, alertId: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      select status, expires_at from alerts where company_id = ${companyId} and id = ${alertId} for update`;
    await transaction`
      with changed as (
        update alerts set status = 'other', updated_at = clock_timestamp()
        where company_id = ${companyId} and id = ${alertId}
      ), remembered as (
        insert into alert_history (company_id, alert_id, changed_at, from_status, to_status, actor_kind, actor)
        values (${companyId}, ${alertId}, clock_timestamp(), 'pending', 'other', 'credential', 'bench')
      ), forwarded as (
        insert into forwards (company_id, alert_id, outcome, answered_at, give_up_at)
        values (${companyId}, ${alertId}, 'other', clock_timestamp(), clock_timestamp() + interval '24 hours')
        returning forward_id, answered_at, give_up_at
      )
      insert into outbox_jobs (lane, company_id, alert_id, forward_id, due_at, give_up_at)
      select ${PROVIDER_A_LANE}, ${companyId}, ${alertId}, forward_id, answered_at, give_up_at from forwarded`;
  });
}
