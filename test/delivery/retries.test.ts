import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { makeDue, readDeliveries, readJobs, waitForAttempts } from '../support/deliveries.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';

const bench = useDelivery();

describe('D23, D25: retries', () => {
  test('each attempt has the same id and the same bytes, whatever became of the alert meanwhile, and a fresh signature', async () => {
    const { company, receiver, secret } = await bench.subscribe((_request, count) => ({
      status: count < 4 ? 500 : 200,
    }));
    const { sql, url } = bench.service;
    const id = await receiveAlert(url, company);
    await waitForAttempts(sql, id, 1);
    await createClient(url, company).answer(id, 'other');
    for (const attempts of [2, 3, 4]) {
      await makeDue(sql, id);
      await waitForAttempts(sql, id, attempts);
    }
    const verifier = new Webhook(secret);
    for (const { headers, body } of receiver.requests)
      verifier.verify(body, headers as Record<string, string>);
    expect(receiver.requests).toHaveLength(4);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    const [delivery] = await readDeliveries(sql, id);
    expect(delivery).toMatchObject({
      attempts: 4,
      lastStatus: 200,
      failedAt: null,
      deliveredAt: expect.any(Date),
    });
    expect(await readJobs(sql, id)).toEqual([]);
    const attempts =
      await sql`select attempt, status from webhook_attempts where alert_id = ${id} order by 1`;
    expect(attempts.map((row) => [row['attempt'], row['status']])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 200],
    ]);
  });

  test('the pauses are those of the schedule, with jitter of up to a fifth', async () => {
    const { company } = await bench.subscribe(() => ({ status: 500 }));
    const { sql, url } = bench.service;
    const id = await receiveAlert(url, company);
    for (const [attempts, pauseMs] of [
      [1, 5000],
      [2, 15_000],
      [3, 45_000],
    ] as const) {
      await waitForAttempts(sql, id, attempts);
      const [job] = await readJobs(sql, id);
      expect(job?.attemptsMade).toBe(attempts);
      expect(job?.dueInMs).toBeLessThanOrEqual(pauseMs * 1.2);
      // Some of it may have passed before the test looked.
      expect(job?.dueInMs).toBeGreaterThan(pauseMs - 3000);
      await makeDue(sql, id);
    }
  });

  test('an endpoint that cannot be reached is a failure with its reason, and gets it when it is back', async () => {
    const { company, receiver } = await bench.subscribe(() => ({ status: 200 }));
    const { sql, url } = bench.service;
    await sql`update webhook_endpoints set url = 'http://127.0.0.1:1/hook' where company_id = ${company.companyId}`;
    const id = await receiveAlert(url, company);
    const delivery = await waitForAttempts(sql, id, 1);
    expect(delivery).toMatchObject({
      lastStatus: null,
      lastError: 'connect: Connection refused',
      failedAt: null,
    });
    await sql`update webhook_endpoints set url = ${receiver.url} where company_id = ${company.companyId}`;
    await makeDue(sql, id);
    expect(await waitForAttempts(sql, id, 2)).toMatchObject({ lastStatus: 200, lastError: null });
  });
});

describe('D25: giving up', () => {
  test.for([
    ['provider_a_alerts', '15 min before expires_at', 24 * 60 - 15],
    ['provider_b_rdr', '72 h', 72 * 60],
  ] as const)('%s: until %s', async ([provider, , minutes]) => {
    const { company } = await bench.subscribe(() => ({ status: 500 }));
    const { sql, url } = bench.service;
    const id = await receiveAlert(url, company, provider);
    const [job] = await sql<{ minutes: number }[]>`
      select extract(epoch from j.give_up_at - a.received_at)::float8 / 60 as minutes
      from outbox_jobs j join alerts a on a.id = j.alert_id where a.id = ${id}`;
    expect(job?.minutes).toBe(minutes);
  });

  test('when the last attempt fails it stays in the log as failed, with its reason, and nothing is queued any more', async () => {
    const { company, receiver } = await bench.subscribe(() => ({ status: 500, body: 'no' }));
    const { sql, url } = bench.service;
    const id = await receiveAlert(url, company);
    await waitForAttempts(sql, id, 1);
    await sql`
      update outbox_jobs set due_at = clock_timestamp(), give_up_at = clock_timestamp() where alert_id = ${id}`;
    const delivery = await waitForAttempts(sql, id, 2);
    expect(delivery).toMatchObject({
      attempts: 2,
      lastStatus: 500,
      deliveredAt: null,
      failedAt: expect.any(Date),
    });
    expect(await readJobs(sql, id)).toEqual([]);
    expect(await sql`select 1 from webhook_attempts where alert_id = ${id}`).toHaveLength(2);
    expect(receiver.requests).toHaveLength(2);
  });

  test('a last attempt that succeeds is a delivery like any other', async () => {
    const { company } = await bench.subscribe((_request, count) => ({ status: count === 1 ? 500 : 200 }));
    const { sql, url } = bench.service;
    const id = await receiveAlert(url, company);
    await waitForAttempts(sql, id, 1);
    await sql`
      update outbox_jobs set due_at = clock_timestamp(), give_up_at = clock_timestamp() where alert_id = ${id}`;
    expect(await waitForAttempts(sql, id, 2)).toMatchObject({
      failedAt: null,
      deliveredAt: expect.any(Date),
    });
    expect(await readJobs(sql, id)).toEqual([]);
  });
});

describe('D24: redirects are failures and are not followed', () => {
  test.for([301, 302, 303, 307, 308])('%i', async (status) => {
    const elsewhere = await bench.startReceiver();
    const { company, receiver } = await bench.subscribe(() => ({
      status,
      headers: { location: elsewhere.url },
    }));
    const { sql, url } = bench.service;
    const id = await receiveAlert(url, company);
    expect(await waitForAttempts(sql, id, 1)).toMatchObject({ lastStatus: status, deliveredAt: null });
    expect(await readJobs(sql, id)).toMatchObject([{ attemptsMade: 1 }]);
    expect([receiver.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });
});
