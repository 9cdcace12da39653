import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDue, readJobs, type Sweeps, waitForAttempts, watchSweeps } from '../support/deliveries.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';

const bench = useDelivery();
let sweeps: Sweeps;
beforeAll(async () => {
  sweeps = await watchSweeps(bench.service);
});
afterAll(() => sweeps.stop());

const HOUR_MS = 3_600_000;

describe('D24: Retry-After decides when to try again', () => {
  test.for<[status: number, retryAfter: string, expected: string, fromMs: number, toMs: number]>([
    [429, '120', 'is kept', 110_000, 120_000],
    [503, '120', 'is kept', 110_000, 120_000],
    [429, '86400', 'is capped at 1 h', HOUR_MS - 10_000, HOUR_MS],
    [503, '86400', 'is capped at 1 h', HOUR_MS - 10_000, HOUR_MS],
    [429, '1', 'below the pause of the schedule changes nothing', 0, 6000],
    [500, '120', 'is ignored', 0, 6000],
    [302, '120', 'is ignored', 0, 6000],
  ])('%i with Retry-After: %s %s', async ([status, retryAfter, , fromMs, toMs]) => {
    const { company } = await bench.subscribe(() => ({ status, headers: { 'retry-after': retryAfter } }));
    const { sql, url } = bench.service;
    const id = await receiveAlert(url, company);
    await waitForAttempts(sql, id, 1);
    const [job] = await readJobs(sql, id);
    expect(job?.dueInMs).toBeGreaterThan(fromMs);
    expect(job?.dueInMs).toBeLessThanOrEqual(toMs);
  });

  test('a wish that leads beyond the end of the time to try: failed, and shown as such', async () => {
    const { company } = await bench.subscribe((_request, count) =>
      count === 1 ? { status: 500 } : { status: 429, headers: { 'retry-after': '600' } },
    );
    const { sql, url } = bench.service;
    const id = await receiveAlert(url, company);
    await waitForAttempts(sql, id, 1);
    await sql`
      update outbox_jobs set due_at = clock_timestamp(), give_up_at = clock_timestamp() + interval '5 minutes'
      where alert_id = ${id}`;
    expect(await waitForAttempts(sql, id, 2)).toMatchObject({ lastStatus: 429, failedAt: expect.any(Date) });
    expect(await readJobs(sql, id)).toEqual([]);
  });
});

describe('D24: a target that asked for quiet is left alone, not only with the one message', () => {
  test('an alert that comes later, when all else is idle, waits too', async () => {
    const { company, receiver } = await bench.subscribe(() => ({
      status: 429,
      headers: { 'retry-after': '300' },
    }));
    const { sql, url } = bench.service;
    const first = await receiveAlert(url, company);
    await waitForAttempts(sql, first, 1);
    await sweeps.pass(3);
    const second = await receiveAlert(url, company);
    await makeDue(sql, first);
    await sweeps.pass(2);
    expect(receiver.requests).toHaveLength(1);
    expect(await readJobs(sql, second)).toMatchObject([{ attemptsMade: 0 }]);
  });

  test('when it is over, everything goes out', async () => {
    const { company, receiver } = await bench.subscribe((_request, count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '2' } } : { status: 200 },
    );
    const { sql, url } = bench.service;
    const first = await receiveAlert(url, company);
    await waitForAttempts(sql, first, 1);
    const second = await receiveAlert(url, company);
    await makeDue(sql, first);
    await Promise.all([waitForAttempts(sql, first, 2), waitForAttempts(sql, second, 1)]);
    const [refused, ...taken] = receiver.requests;
    expect(taken).toHaveLength(2);
    // The pause counts from the answer; the receiver's clock is the test's own.
    for (const { atMs } of taken) expect(atMs - (refused?.atMs ?? 0)).toBeGreaterThanOrEqual(1950);
  });
});
