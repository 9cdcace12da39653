import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAnotherWork } from '../support/another-work.ts';
import { readDeliveries } from '../support/deliveries.ts';
import { receiveAlert } from '../support/provider.ts';
import type { ReceiverAnswer } from '../support/receiver.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';
import { giveUp, readJobs, resend } from './resending.ts';

// Nothing is sent but by the workers that a test starts.
const bench = useDelivery({}, { work: false });

async function countAttempts(alertId: string): Promise<number> {
  const rows = await bench.service.sql`select 1 from webhook_attempts where alert_id = ${alertId}`;
  return rows.length;
}

describe('a resend beside others', () => {
  test('ten resends of one delivery at once leave one job', async () => {
    const subscriber = await bench.subscribe();
    const alertId = await receiveAlert(bench.service.url, subscriber.company);
    await giveUp(bench.service, [alertId]);

    await Promise.all(Array.from({ length: 10 }, () => resend(bench.service, subscriber, alertId)));

    expect(await readJobs(bench.service, alertId)).toHaveLength(1);
  });

  test('a worker that holds the rows in any order never waits for a resend that waits for it', async () => {
    const { sql, url } = bench.service;
    const subscriber = await bench.subscribe();
    const alertId = await receiveAlert(url, subscriber.company);
    let resent: Promise<unknown> | undefined;
    await sql.begin(async (worker) => {
      await worker`select 1 from outbox_jobs where alert_id = ${alertId} for update`;
      // Takes the delivery, finds the job locked, and leaves it to whoever has it.
      resent = resend(bench.service, subscriber, alertId);
      await resent;
      await worker`update webhook_deliveries set attempts = attempts + 1 where alert_id = ${alertId}`;
      await worker`delete from outbox_jobs where alert_id = ${alertId}
        and job_id = (select min(job_id) from outbox_jobs where alert_id = ${alertId})`;
    });

    expect(await resent).toEqual({ resent: 1, held: 0 });
    expect(await readJobs(bench.service, alertId)).toHaveLength(1);
  });

  test('what a worker records this moment is resent a moment later', async () => {
    const { sql, url } = bench.service;
    const subscriber = await bench.subscribe();
    const alertId = await receiveAlert(url, subscriber.company);
    await giveUp(bench.service, [alertId]);
    let resent: Promise<unknown> | undefined;
    await sql.begin(async (worker) => {
      await worker`update webhook_deliveries set attempts = attempts + 1 where alert_id = ${alertId}`;
      resent = resend(bench.service, subscriber, alertId);
      await pause(300);
      expect(await readJobs(bench.service, alertId)).toEqual([]);
    });

    expect(await resent).toEqual({ resent: 1, held: 0 });
    expect(await readJobs(bench.service, alertId)).toHaveLength(1);
  });

  test.for([
    ['before the resend', 0],
    ['after the resend', 1],
  ] as const)('an attempt under way that fails %s does not decide its fate', async ([, answeredFirst]) => {
    const { sql, url } = bench.service;
    const answers: ((answer: ReceiverAnswer) => void)[] = [];
    const subscriber = await bench.subscribe(() => new Promise((resolve) => void answers.push(resolve)));
    const alertId = await receiveAlert(url, subscriber.company);
    // The last attempt there will be: without the resend it ends as failed.
    await sql`update outbox_jobs set give_up_at = clock_timestamp() where alert_id = ${alertId}`;
    const worker = await startAnotherWork(bench.service);
    try {
      await waitFor('the first attempt', () => answers.length === 1);
      await resend(bench.service, subscriber, alertId);
      await waitFor('the resend', () => answers.length === 2);
      for (const [count, at] of [answeredFirst, 1 - answeredFirst].entries()) {
        answers[at]?.({ status: at === 0 ? 500 : 200 });
        await waitFor('the attempt to be recorded', async () => (await countAttempts(alertId)) > count);
      }
    } finally {
      await worker.stop();
    }

    const [first, second] = subscriber.receiver.requests;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(await readJobs(bench.service, alertId)).toEqual([]);
    const [delivery] = await readDeliveries(sql, alertId);
    expect(delivery).toMatchObject({ lastStatus: 200, failedAt: null, deliveredAt: expect.any(Date) });
  });

  test('what was delivered goes out again with the same id and bytes', async () => {
    const subscriber = await bench.subscribe();
    const alertId = await receiveAlert(bench.service.url, subscriber.company);
    const worker = await startAnotherWork(bench.service);
    try {
      await waitFor('the delivery', async () => (await readJobs(bench.service, alertId)).length === 0);
      await resend(bench.service, subscriber, alertId);
      await waitFor('the resend', async () => (await readJobs(bench.service, alertId)).length === 0);
    } finally {
      await worker.stop();
    }

    const [first, second] = subscriber.receiver.requests;
    expect(subscriber.receiver.requests).toHaveLength(2);
    expect([second?.headers['webhook-id'], second?.body]).toEqual([
      first?.headers['webhook-id'],
      first?.body,
    ]);
  });
});
