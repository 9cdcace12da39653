import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markCompanyBlocked, clearCompanyBlock } from '../../src/store/companies/companies.ts';
import {
  readDeliveries,
  readJobs,
  receiveAlerts,
  type Sweeps,
  waitForAttempts,
  watchSweeps,
} from '../support/deliveries.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useDelivery();
let sweeps: Sweeps;
beforeAll(async () => {
  sweeps = await watchSweeps(bench.service);
});
afterAll(() => sweeps.stop());

async function countWaiting(companyId: string): Promise<number> {
  return (await bench.service.sql`select 1 from outbox_jobs where company_id = ${companyId}`).length;
}

async function resume(endpointId: string): Promise<void> {
  await bench.service.sql`
    update webhook_endpoints set paused_at = null, paused_reason = null where id = ${endpointId}`;
}

describe('D24: 410 pauses the endpoint', () => {
  test('it is shown as paused with the reason, the work stays, and goes out when it is resumed', async () => {
    const { company, endpointId, receiver } = await bench.subscribe(() => ({ status: 410 }));
    const { sql, url } = bench.service;
    const first = await receiveAlert(url, company);
    await waitForAttempts(sql, first, 1);
    const [endpoint] =
      await sql`select paused_at, paused_reason from webhook_endpoints where id = ${endpointId}`;
    expect(endpoint).toEqual({ pausedAt: expect.any(Date), pausedReason: 'The receiver answered 410 Gone' });
    const second = await receiveAlert(url, company);
    await sweeps.pass(2);
    expect(receiver.requests).toHaveLength(1);
    expect(await readDeliveries(sql, first)).toMatchObject([
      { lastStatus: 410, failedAt: null, deliveredAt: null },
    ]);

    receiver.behave(() => ({ status: 200 }));
    await resume(endpointId);
    await waitForAttempts(sql, first, 2);
    await waitForAttempts(sql, second, 1);
    expect(await countWaiting(company.companyId)).toBe(0);
  });

  test('with much work waiting, no more than what was under way hears it; then nothing until it is resumed', async () => {
    const { company, endpointId, receiver } = await bench.subscribe(() => ({ status: 410 }));
    const { sql, url } = bench.service;
    await markCompanyBlocked(sql, company.companyId, 'test');
    await receiveAlerts(url, company, 60);
    await clearCompanyBlock(sql, company.companyId);
    await waitFor('the endpoint to be paused', async () => {
      const rows =
        await sql`select 1 from webhook_endpoints where id = ${endpointId} and paused_at is not null`;
      return rows.length === 1;
    });
    await sweeps.pass(3);
    expect(receiver.requests.length).toBeLessThanOrEqual(16);
    expect(await countWaiting(company.companyId)).toBe(60);

    receiver.behave(() => ({ status: 200 }));
    await resume(endpointId);
    await waitFor('all of it to go out', async () => (await countWaiting(company.companyId)) === 0);
    const delivered = await sql`
      select 1 from webhook_deliveries where endpoint_id = ${endpointId} and delivered_at is not null`;
    expect(delivered).toHaveLength(60);
  });

  test("it stops neither the company's other endpoints nor anybody else's", async () => {
    const gone = await bench.subscribe(() => ({ status: 410 }));
    const { sql, url } = bench.service;
    await waitForAttempts(sql, await receiveAlert(url, gone.company), 1);
    const other = await bench.subscribe();
    await sql`update webhook_endpoints set company_id = ${gone.company.companyId} where id = ${other.endpointId}`;
    const id = await receiveAlert(url, gone.company);
    await waitFor('the other endpoint to get it', () => other.receiver.requests.length === 1);
    await waitFor('one delivery to be left', async () => (await readJobs(sql, id)).length === 1);
    expect(gone.receiver.requests).toHaveLength(1);
  });
});

describe('D7: the webhooks of a blocked company are held', () => {
  test('alerts are still received and stored; nothing goes out; unblocked, everything does', async () => {
    const { company, receiver } = await bench.subscribe();
    const { sql, url } = bench.service;
    await markCompanyBlocked(sql, company.companyId, 'unpaid');
    const ids = await receiveAlerts(url, company, 5);
    await sweeps.pass(2);
    expect(receiver.requests).toHaveLength(0);
    expect(await countWaiting(company.companyId)).toBe(5);
    await clearCompanyBlock(sql, company.companyId);
    for (const id of ids) await waitForAttempts(sql, id, 1);
    expect(receiver.requests).toHaveLength(5);
  });

  test('blocked in the middle of much work: what is under way ends, and what was ready stays', async () => {
    const gate = Promise.withResolvers<void>();
    const { company, receiver } = await bench.subscribe(async () => {
      await gate.promise;
      return { status: 200 };
    });
    const { sql, url } = bench.service;
    await receiveAlerts(url, company, 300);
    await waitFor('the first to be under way', () => receiver.requests.length > 0);
    await markCompanyBlocked(sql, company.companyId, 'unpaid');
    await sweeps.pass(2);
    const underWay = receiver.requests.length;
    gate.resolve();
    await waitFor(
      'what went out to be recorded',
      async () => (await countWaiting(company.companyId)) === 300 - underWay,
    );
    await sweeps.pass(2);
    expect(receiver.requests).toHaveLength(underWay);
    await clearCompanyBlock(sql, company.companyId);
    await waitFor('all of it to go out', async () => (await countWaiting(company.companyId)) === 0);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(300);
    expect(receiver.requests).toHaveLength(300);
  });

  test('held work uses up no attempt and does not fail while it is held, however late it gets', async () => {
    const { company, receiver } = await bench.subscribe();
    const { sql, url } = bench.service;
    await markCompanyBlocked(sql, company.companyId, 'unpaid');
    const id = await receiveAlert(url, company);
    await sql`update outbox_jobs set give_up_at = clock_timestamp() - interval '1 day' where alert_id = ${id}`;
    await sweeps.pass(2);
    expect(await readJobs(sql, id)).toMatchObject([{ attemptsMade: 0 }]);
    await clearCompanyBlock(sql, company.companyId);
    expect(await waitForAttempts(sql, id, 1)).toMatchObject({ attempts: 1, deliveredAt: expect.any(Date) });
    expect(receiver.requests).toHaveLength(1);
  });
});
