import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnotherWork } from '../support/another-work.ts';
import { createTestCompany } from '../support/company.ts';
import { signIn } from '../support/dashboard.ts';
import { lockAlert, waitForLockWaiters } from '../support/locks.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { killServiceProcesses, startServiceProcess } from '../support/worker-process.ts';
import { receiveMany, startNow, upload, waitUntilDone } from './support.ts';

const ROWS = 1750;
let service: TestService;

beforeAll(async () => {
  // Only what the tests start runs here.
  service = await startTestService();
});
afterAll(async () => {
  killServiceProcesses();
  await service.stop();
});

async function prepare(rows: number) {
  const company = await createTestCompany(service.sql);
  const client = await signIn(service, { role: 'analyst', companyId: company.companyId });
  const alerts = await receiveMany(service.url, company, rows);
  const update = await upload(client, `alert,status\n${alerts.map(({ id }) => `${id},other`).join('\n')}`);
  const applied = async (): Promise<number> => {
    const [row] = await service.sql<{ rowsApplied: number }[]>`
      select rows_applied from bulk_updates where id = ${update.id}`;
    return row?.rowsApplied ?? 0;
  };
  return { company, client, update, applied };
}

/** Every alert answered once: one line of history, one forward and one job each. */
async function expectEachOnce(companyId: string, rows: number): Promise<void> {
  const [count] = await service.sql<Record<string, number>[]>`
    select
      (select count(*)::int from alert_history where company_id = ${companyId}) as history,
      (select count(distinct alert_id)::int from alert_history where company_id = ${companyId}) as alerts,
      (select count(*)::int from forwards where company_id = ${companyId}) as forwards,
      (select count(*)::int from outbox_jobs where company_id = ${companyId} and forward_id is not null) as jobs`;
  expect(count).toEqual({ history: rows, alerts: rows, forwards: rows, jobs: rows });
}

test('promise 5: killed three times in the middle of a batch, it loses nothing and doubles nothing', async () => {
  const { company, client, update, applied } = await prepare(ROWS);
  await client.post(`/bulk-updates/${update.id}/start`);
  for (const applicable of [0, 500, 1000]) {
    await service.sql`
      update bulk_updates set start_at = clock_timestamp() + interval '1 hour' where id = ${update.id}`;
    const worker = await startServiceProcess(service.config, 'worker');
    // The batch after these has locked and perhaps written some of its alerts when it comes to this one.
    const [stuck] = await service.sql<{ alertId: string }[]>`
      select alert_id from bulk_update_rows
      where bulk_update_id = ${update.id} order by answer_by, line offset ${applicable + 250} limit 1`;
    const held = await lockAlert(service.sql, stuck?.alertId ?? '');
    await service.sql`update bulk_updates set start_at = clock_timestamp() where id = ${update.id}`;
    await waitForLockWaiters(service.sql);
    expect(await applied()).toBe(applicable);
    await worker.kill();
    await held.rollBack();
    expect(await applied()).toBe(applicable);
  }
  // Another process goes on, well within the minute.
  const last = await startServiceProcess(service.config, 'worker');
  const done = await waitUntilDone(client, update.id, 60_000);
  await last.stop();
  expect(done).toMatchObject({ rows_applied: ROWS, rows_refused: 0 });
  await expectEachOnce(company.companyId, ROWS);
}, 240_000);

test('two processes share one update and never a row', async () => {
  const { company, client, update } = await prepare(3000);
  const works = await Promise.all([startAnotherWork(service), startAnotherWork(service)]);
  try {
    await startNow(client, service.sql, update.id);
    expect(await waitUntilDone(client, update.id)).toMatchObject({ rows_applied: 3000, rows_refused: 0 });
    await expectEachOnce(company.companyId, 3000);
  } finally {
    await Promise.all(works.map((work) => work.stop()));
  }
}, 60_000);

test('companies take turns, however many updates one of them has', async () => {
  const many = await prepare(1500);
  const alerts = await receiveMany(service.url, many.company, 1500);
  const second = await upload(
    many.client,
    `alert,status\n${alerts.map(({ id }) => `${id},other`).join('\n')}`,
  );
  const few = await prepare(1500);
  await startNow(many.client, service.sql, many.update.id);
  await startNow(many.client, service.sql, second.id);
  await startNow(few.client, service.sql, few.update.id);
  const work = await startAnotherWork(service);
  try {
    await waitUntilDone(few.client, few.update.id);
    const batches = await service.sql<{ companyId: string }[]>`
      select company_id from alert_history
      where company_id in (${many.company.companyId}, ${few.company.companyId})
      group by company_id, changed_at order by changed_at`;
    const order = batches
      .map(({ companyId }) => (companyId === few.company.companyId ? 'few' : 'many'))
      .join(' ');
    // Three batches of the one; before each of them at most one of the other, which has six.
    expect(
      order
        .split('few')
        .slice(0, 3)
        .map((before) => before.trim().split(' ').filter(Boolean).length),
    ).toEqual(expect.not.arrayContaining([expect.toSatisfy((count: number) => count > 1)]));
  } finally {
    await work.stop();
  }
}, 60_000);
