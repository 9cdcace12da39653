import { describe, expect, test } from 'vitest';
import { startAnotherWork } from '../support/another-work.ts';
import { readDeliveries, receiveAlerts, waitForAttempts } from '../support/deliveries.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';
import { startServiceProcess } from '../support/worker-process.ts';

/** Only what the tests start works here. */
const bench = useDelivery({}, { work: false });

async function holderOf(lane: string): Promise<unknown> {
  const [row] = await bench.service.sql`select holder from outbox_lanes where lane = ${lane}`;
  return row?.['holder'];
}

describe('a worker that stops hands its lanes back', () => {
  test('at once, after what was under way, and nothing it had ready is lost or sent twice', async () => {
    const { company, endpointId, receiver } = await bench.subscribe(async () => ({ status: 200 }));
    const { service } = bench;
    const ids = await receiveAlerts(service.url, company, 300);
    const first = await startAnotherWork(service);
    await waitFor('it to be in the middle of them', () => receiver.requests.length > 20);
    await first.stop();
    expect(await holderOf(endpointId)).toBeNull();
    const sent = receiver.requests.length;
    const recorded = await service.sql`
      select 1 from webhook_deliveries where endpoint_id = ${endpointId} and delivered_at is not null`;
    expect(recorded).toHaveLength(sent);
    const second = await startAnotherWork(service);
    await Promise.all(ids.map((id) => waitForAttempts(service.sql, id, 1)));
    await second.stop();
    expect(receiver.requests).toHaveLength(300);
  });

  test('SIGTERM does the same for a process, which then ends with code 0', async () => {
    const { company, endpointId, receiver } = await bench.subscribe();
    const worker = await startServiceProcess(bench.service.config, 'worker');
    await receiveAlerts(bench.service.url, company, 100);
    await waitFor('it to be in the middle of them', () => receiver.requests.length > 5);
    expect(await worker.stop()).toBe(0);
    expect(await holderOf(endpointId)).toBeNull();
  });

  test('promise 4: a lane behind which nothing is under way does not wait for a target that hangs', async () => {
    const slow = await bench.subscribe(() => 'hang');
    const healthy = await bench.subscribe();
    const { service } = bench;
    const stopping = await startAnotherWork(service);
    await receiveAlert(service.url, slow.company);
    await waitFor('the exchange that hangs', () => slow.receiver.requests.length === 1);
    const first = await receiveAlert(service.url, healthy.company);
    await waitForAttempts(service.sql, first, 1);
    const next = await startAnotherWork(service);
    const stopped = stopping.stop();
    const second = await receiveAlert(service.url, healthy.company);
    await waitFor('the other worker to deliver', () => healthy.receiver.requests.length === 2, 5000);
    expect(await holderOf(slow.endpointId)).not.toBeNull();
    slow.receiver.behave(() => ({ status: 200 }));
    await slow.receiver.stop();
    await stopped;
    expect(await readDeliveries(service.sql, second)).toHaveLength(1);
    await next.stop();
  });
});

describe('a lane that is idle is let go', () => {
  test('and not by a statement that comes too late, when the lane is in use again', async () => {
    const gate = Promise.withResolvers<void>();
    const { company, endpointId, receiver } = await bench.subscribe(async (_request, count) => {
      if (count === 2) await gate.promise;
      return { status: 200 };
    });
    const { service } = bench;
    const { sql } = service;
    await sql.unsafe(`
      create function slow_release() returns trigger language plpgsql as $$
        begin if current_query() like '%holder = null%' then perform pg_sleep(0.7); end if; return null; end $$;
      create trigger slow_release before update on outbox_lanes execute function slow_release();`);
    const releases = async (): Promise<number> =>
      (
        await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
      ).length;
    const work = await startAnotherWork(service);
    await waitForAttempts(sql, await receiveAlert(service.url, company), 1);
    await waitFor('the lane to be let go of', async () => (await releases()) > 0);
    const second = await receiveAlert(service.url, company);
    await waitFor('the next exchange', () => receiver.requests.length === 2);
    await waitFor('the end of letting go', async () => (await releases()) === 0);
    expect(await holderOf(endpointId)).not.toBeNull();
    await sql.unsafe('drop trigger slow_release on outbox_lanes; drop function slow_release');
    gate.resolve();
    await waitForAttempts(sql, second, 1);
    await work.stop();
  });
});
