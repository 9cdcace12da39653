import { hash, randomUUID } from 'node:crypto';
import { insertCredential } from '../../src/store/companies/credentials.ts';
import type { Queryable, Sql } from '../../src/store/connect.ts';
import { foldAlertChanges } from '../../src/store/tallies/fold-alert-changes.ts';
import { transact } from '../../src/store/transact.ts';
import { type BenchCompany, createBenchCompany } from './bench-company.ts';

/** Half of all alerts have this BIN; the others have one of hundreds. */
export const COMMON_BIN = '41111111';
const ROWS_PER_STATEMENT = 250_000;

export interface ScaleCompany extends BenchCompany {
  /** The Authorization header of its credential. */
  readonly authorization: string;
}

export async function createScaleCompany(sql: Sql): Promise<ScaleCompany> {
  const { companyId, descriptor } = await createBenchCompany(sql);
  const [clientId, secret] = [`client_${companyId}`, randomUUID()];
  await insertCredential(sql, { clientId, companyId, secretSha256: hash('sha256', secret, 'buffer') });
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  return { companyId, authorization, descriptor };
}

/** Gives a company alerts of the last 24 months, oldest first, as they would have come. */
export async function fillScaleCompany(
  sql: Sql,
  companyId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let begin = from; begin < to; begin += ROWS_PER_STATEMENT) {
    const end = Math.min(begin + ROWS_PER_STATEMENT, to);
    await transact(sql, async (transaction) => {
      await transaction`set local statement_timeout = 0`;
      // Without the triggers, to save minutes: the tallies are rebuilt afterwards.
      await transaction`set local session_replication_role = replica`;
      await insertPast(transaction, companyId, { begin, end, from, to });
    });
  }
}

async function insertPast(
  sql: Queryable,
  companyId: string,
  { begin, end, from, to }: { begin: number; end: number; from: number; to: number },
): Promise<void> {
  await sql`
    with drawn as materialized (
      select n, random() as of_provider, random() as of_status, random() as of_bin,
        date_trunc('milliseconds', now() - interval '2 days'
          - (1 - (n - ${from}::int)::float8 / ${to - from}::int) * interval '700 days') as at
      from generate_series(${begin}::int, ${end - 1}::int) n
    ), made as (
      select *, case when of_provider < 0.7 then 'provider_a_alerts' else 'provider_b_rdr' end as provider,
        case
          when of_status < 0.3 then 'notfound'
          when of_status < 0.5 then 'account_suspended'
          when of_status < 0.6 then 'other'
          when of_provider < 0.7 then 'expired'
          else 'pending'
        end as status,
        case when of_bin < 0.5 then ${COMMON_BIN} else (42000000 + (random() ^ 2 * 800)::int * 7)::text end as card_bin
      from drawn
    )
    insert into alerts (
      id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
      transaction_date, installment_number, installment_count, provider, provider_alert_id, amount, currency,
      card_last4, card_bin, descriptor, arn, caid, auth_code, alert_type, reason_code, issuer, status)
    select uuidv7(m.at - now()), e.company_id, e.merchant_id, e.id, m.at, m.at + interval '24 hours', m.at, m.at,
      m.at::date, 2, 12, m.provider, 'S' || m.n || '-' || left(e.company_id::text, 8), 129.90, 'BRL',
      lpad((random() * 9999)::int::text, 4, '0'), m.card_bin, 'LOJA*EXEMPLO', null, '000123456789012',
      lpad((random() * 999999)::int::text, 6, '0'), 'confirmed_fraud', '10.4', 'Banco Exemplo', m.status
    from made m join merchant_enrollments e on e.company_id = ${companyId} and e.provider = m.provider
    order by m.n`;
}

/** Does work that fills the table without its indexes, and builds them afterwards, to save minutes. */
export async function withoutIndexes(sql: Sql, fill: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'alerts'::regclass and not indisprimary`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await fill();
  await transact(sql, async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local maintenance_work_mem = '1GB'`;
    for (const { definition } of indexes) await transaction.unsafe(definition);
  });
}

/** Rebuilds everybody's tallies, as upkeep does after the migration, and leaves the tables as a quiet night would. */
export async function rebuildTallies(sql: Sql): Promise<void> {
  await transact(sql, async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`delete from alert_tallies`;
    await transaction`delete from alert_tally_changes`;
    await transaction`
      insert into alert_tally_changes (company_id, received_at, card_last4, card_bin, provider, status, alerts)
      select company_id, max(received_at), min(card_last4), min(card_bin), min(provider), 'pending', 0 from alerts
      group by grouping sets ((company_id), (company_id, card_bin), (company_id, card_last4))
      having count(*) > 4000`;
  });
  while (await foldAlertChanges(sql));
  await sql`set statement_timeout = 0`;
  for (const table of ['alerts', 'alert_tallies', 'alert_tally_changes'])
    await sql.unsafe(`vacuum (analyze) ${table}`);
  await sql`checkpoint`;
}
