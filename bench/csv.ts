import { setTimeout as pause } from 'node:timers/promises';
import { PROVIDER_A_LANE } from '../src/rules/lane.ts';
import type { BulkUpdateShape } from '../src/shapes/dashboard/bulk-updates.ts';
import type { Queryable } from '../src/store/connect.ts';
import { transact } from '../src/store/transact.ts';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { type BenchService, startBenchService } from './support/bench-service.ts';
import { addPendingAlerts, type BulkCompany, createBulkCompany } from './support/bulk-company.ts';
import { type Comparison, compareInTurn, describeComparison, timeRun } from './support/compare.ts';
import { amount, type BenchOptions } from './support/options.ts';
import { median } from './support/percentile.ts';
import { residentMegabytes } from './support/process-account.ts';
import type { BenchRow } from './support/report.ts';

const ROWS = 100_000;
const LARGEST_FILE_ROWS = 250_000;

/** A CSV file of 100,000 answers, uploaded, checked and applied, beside the same change as one set-based transaction. */
export async function benchCsv(options: BenchOptions): Promise<BenchRow[]> {
  const rows = amount(ROWS, options);
  const database = await startBenchDatabase();
  const service = await startBenchService(database);
  try {
    const company = await createBulkCompany(database.sql);
    const megabytes = await measureMemory(service, company);
    const compared = await compareInTurn(
      options,
      async () =>
        timeRun(database, [service.pid], rows, await prepareUpload(database, service, company, rows)),
      async () => timeRun(database, [], rows, await preparePlain(database, company, rows)),
    );
    return describe(rows, compared, megabytes);
  } finally {
    await service.stop();
    await database.stop();
  }
}

/** Status, history, forward and job of every alert by one statement, from identifiers that are in the database already. */
async function preparePlain(
  { sql }: BenchDatabase,
  { companyId }: BulkCompany,
  rows: number,
): Promise<() => Promise<void>> {
  const { prefix } = await addPendingAlerts(sql, companyId, rows);
  const change = async (transaction: Queryable): Promise<void> => {
    await transaction`set local statement_timeout = 0`;
    await transaction`
      with changed as (
        update alerts set status = 'other', updated_at = now()
        where company_id = ${companyId} and provider_alert_id like ${`${prefix}%`} and status = 'pending'
          and expires_at > clock_timestamp()
        returning company_id, id, expires_at
      ), remembered as (
        insert into alert_history (company_id, alert_id, changed_at, from_status, to_status, actor_kind, actor)
        select company_id, id, now(), 'pending', 'other', 'csv', 'bench' from changed
      ), forwarded as (
        insert into forwards (company_id, alert_id, outcome, answered_at, give_up_at)
        select company_id, id, 'other', now(), expires_at from changed
        returning forward_id, company_id, alert_id, answered_at, give_up_at
      )
      insert into outbox_jobs (lane, company_id, alert_id, forward_id, due_at, give_up_at)
      select ${PROVIDER_A_LANE}, company_id, alert_id, forward_id, answered_at, give_up_at from forwarded`;
  };
  return () => transact(sql, change);
}

/** The moment in which a started update can be taken back is left out: it is a choice, not work. */
async function prepareUpload(
  { sql }: BenchDatabase,
  { url }: BenchService,
  company: BulkCompany,
  rows: number,
): Promise<() => Promise<void>> {
  const { references } = await addPendingAlerts(sql, company.companyId, rows);
  const file = `alert,status\n${references.map((reference) => `${reference},other`).join('\n')}`;
  return async () => {
    const { id, rows_to_apply: rowsToApply } = await upload(url, company, file);
    if (rowsToApply !== rows) throw new Error(`${rowsToApply} of ${rows} rows can be applied`);
    await call(url, company, `/bulk-updates/${id}/start`);
    await sql`update bulk_updates set start_at = clock_timestamp() where id = ${id}`;
    for (let state = 'running'; state !== 'done'; await pause(20)) {
      const [row] = await sql<{ state: string }[]>`select state from bulk_updates where id = ${id}`;
      state = row?.state ?? 'done';
    }
  };
}

async function upload(url: string, company: BulkCompany, file: string): Promise<BulkUpdateShape> {
  return call(url, company, '/bulk-updates/csv?file_name=bench.csv', file);
}

async function call(
  url: string,
  { cookie }: BulkCompany,
  path: string,
  file?: string,
): Promise<BulkUpdateShape> {
  const response = await fetch(`${url}/dashboard/api${path}`, {
    method: 'POST',
    headers: { cookie, origin: url, ...(file === undefined ? {} : { 'content-type': 'text/csv' }) },
    body: file ?? null,
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as BulkUpdateShape;
}

/** What a file of the largest size costs the process that reads it, at its peak and above rest. */
async function measureMemory({ url, pid }: BenchService, company: BulkCompany): Promise<number> {
  const line = `11111111-1111-4111-8111-111111111111,account_suspended,${'x'.repeat(38)}\n`;
  const atRest = residentMegabytes(pid);
  let most = atRest;
  const timer = setInterval(() => (most = Math.max(most, residentMegabytes(pid))), 20);
  const { id } = await upload(url, company, `alert,status,note\n${line.repeat(LARGEST_FILE_ROWS)}`);
  clearInterval(timer);
  await call(url, company, `/bulk-updates/${id}/cancel`);
  return most - atRest;
}

function describe(rows: number, compared: Comparison, megabytes: number): BenchRow[] {
  const name = `CSV file of ${rows.toLocaleString('en')} rows, upload to applied, beside one set-based transaction`;
  return [
    describeComparison(name, '≥ 0.2', compared),
    {
      name: 'The set-based transaction, for its CPU time',
      ratio: 1,
      wanted: '',
      postgresMicroseconds: median(compared.limit.map((run) => run.postgresMicroseconds)),
    },
    {
      name: `Memory above rest in MB while ${LARGEST_FILE_ROWS.toLocaleString('en')} rows are uploaded`,
      ratio: megabytes,
      wanted: '< 200',
    },
  ];
}
