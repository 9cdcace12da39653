import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../src/store/connect.ts';
import { transact } from '../src/store/transact.ts';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { type BenchService, startBenchService } from './support/bench-service.ts';
import { type Run, timeRun } from './support/compare.ts';
import { Load, type LoadOrder } from './support/load.ts';
import { amount, type BenchOptions } from './support/options.ts';
import type { BenchRow } from './support/report.ts';
import {
  createScaleCompany,
  fillScaleCompany,
  type ScaleCompany,
  rebuildTallies,
} from './support/scale-company.ts';
import { writeLists, writeReads, writeStatusUpdates } from './support/wire-requests.ts';

const ALERTS = 1_000_000;
/** Few clients of each kind, who rest between two requests: the machine has time for them. */
const CLIENTS_EACH = 2;
const REST_MS = 20;
const AT_REST_SECONDS = 5;
/** From when the alerts are added until they fall due. */
const PREPARATION_MS = 120_000;

/** Very many alerts that fall due in one moment, beside one plain statement, and what the API's callers notice of it. */
export async function benchExpiry(options: BenchOptions): Promise<BenchRow[]> {
  const count = amount(ALERTS, options);
  const database = await startBenchDatabase();
  let service: BenchService | undefined;
  const load = new Load();
  try {
    const company = await createScaleCompany(database.sql);
    await addDueAlerts(database, company, count, new Date(0));
    const limit = await runPlain(database, count);
    service = await startBenchService(database);
    const callers = await createCallers(database, service);
    const seconds = amount(AT_REST_SECONDS, options);
    await load.runTogether(callers(1));
    const p99AtRest = worstP99(await load.runTogether(callers(seconds)));
    const dueAt = new Date(Date.now() + amount(PREPARATION_MS, options));
    await addDueAlerts(database, company, count, dueAt);
    // As they are in a database that has been running for a while.
    await rebuildTallies(database.sql);
    await pauseUntil(dueAt);
    const during = load.runTogether(callers(count / limit.perSecond));
    const ours = await runService(database, service, count);
    return describe(count, ours, limit, worstP99(await during) / p99AtRest);
  } finally {
    await load.stop();
    await service?.stop();
    await database.stop();
  }
}

/** Without triggers and checks, to save minutes. */
async function addDueAlerts(
  { sql }: BenchDatabase,
  { companyId }: ScaleCompany,
  count: number,
  dueAt: Date,
): Promise<void> {
  await transact(sql, async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local session_replication_role = replica`;
    await transaction`
      insert into alerts (
        id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
        transaction_date, provider, provider_alert_id, amount, currency, card_last4, card_bin, descriptor, auth_code,
        alert_type, reason_code, issuer)
      select uuidv7(), e.company_id, e.merchant_id, e.id, moment.at, ${dueAt}, moment.at, moment.at,
        '2026-11-01', 'provider_a_alerts', 'DUE-' || n, 129.90, 'BRL', lpad((n % 10000)::text, 4, '0'), '41234567',
        'LOJA*EXEMPLO', '031337', 'confirmed_fraud', '10.4', 'Banco Exemplo'
      from merchant_enrollments e, generate_series(1, ${count}::int) n,
        lateral (select now() - interval '1 day' + n * interval '1 ms' as at) as moment
      where e.company_id = ${companyId} and e.provider = 'provider_a_alerts'`;
  });
}

async function pauseUntil(moment: Date): Promise<void> {
  const ms = moment.getTime() - Date.now();
  if (ms < 0) throw new Error('The alerts fell due before they were prepared');
  await pause(ms);
}

async function runPlain(database: BenchDatabase, count: number): Promise<Run> {
  const { sql } = database;
  await sql`analyze alerts`;
  const run = await timeRun(database, [], count, () => transact(sql, expireAll));
  // What it leaves behind must not weigh on whoever comes next.
  await sql`delete from alert_tally_changes`;
  await sql`set statement_timeout = 0`;
  for (const table of ['alerts', 'alert_history', 'alert_tally_changes'])
    await sql.unsafe(`vacuum (analyze) ${table}`);
  return run;
}

async function expireAll(transaction: Queryable): Promise<void> {
  await transaction`set local statement_timeout = 0`;
  await transaction`
    with changed as (
      update alerts set status = 'expired', updated_at = now()
      where status = 'pending' and provider = 'provider_a_alerts' and expires_at <= clock_timestamp()
      returning company_id, id
    )
    insert into alert_history (company_id, alert_id, changed_at, from_status, to_status, actor_kind, actor)
    select company_id, id, now(), 'pending', 'expired', 'service', 'expiry' from changed`;
}

async function runService(database: BenchDatabase, { pid }: BenchService, count: number): Promise<Run> {
  return timeRun(database, [pid], count, async () => {
    for (let isWaiting = true; isWaiting; await pause(100)) {
      const [row] = await database.sql<{ waiting: boolean }[]>`
        select exists (
          select from alerts where status = 'pending' and provider = 'provider_a_alerts'
            and expires_at <= clock_timestamp()) as waiting`;
      isWaiting = row?.waiting ?? false;
    }
  });
}

/** Somebody who lists, reads and answers alerts of another company all the while. */
async function createCallers(
  { sql }: BenchDatabase,
  { port }: BenchService,
): Promise<(seconds: number) => LoadOrder[]> {
  const { companyId, authorization } = await createScaleCompany(sql);
  await fillScaleCompany(sql, companyId, { from: 0, to: 2000 });
  const rows = await sql<{ id: string }[]>`
    select id from alerts where company_id = ${companyId} and provider = 'provider_b_rdr' limit 200`;
  const alertIds = rows.map(({ id }) => id);
  const kinds = [
    writeLists(authorization, 10),
    writeReads(authorization, alertIds),
    writeStatusUpdates(authorization, alertIds),
  ];
  return (seconds) =>
    kinds.map((requests) => ({ port, connections: CLIENTS_EACH, requests, seconds, pauseMs: REST_MS }));
}

function worstP99(results: Awaited<ReturnType<Load['runTogether']>>): number {
  return Math.max(...results.map(({ ms }) => ms.p99));
}

function describe(count: number, ours: Run, limit: Run, p99Ratio: number): BenchRow[] {
  return [
    {
      name: `Expiry of ${count.toLocaleString('en')} due alerts with history, beside one UPDATE and INSERT`,
      perSecond: ours.perSecond,
      limitPerSecond: limit.perSecond,
      ratio: ours.perSecond / limit.perSecond,
      wanted: '≥ 0.5',
      nodeMicroseconds: ours.nodeMicroseconds,
      postgresMicroseconds: ours.postgresMicroseconds,
    },
    {
      name: 'p99 of lists, reads and status updates during it, the worst of the three, beside that at rest',
      ratio: p99Ratio,
      wanted: '≤ 3',
    },
  ];
}
