import { describe, expect, test } from 'vitest';
import { countOpenBreakers, receiveAlerts } from '../support/deliveries.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useDelivery();

async function countDeliveries(endpointId: string, condition: 'delivered' | 'tried'): Promise<number> {
  const { sql } = bench.service;
  const rows = await sql`
    select 1 from webhook_deliveries
    where endpoint_id = ${endpointId}
      and ${condition === 'delivered' ? sql`delivered_at is not null` : sql`attempts > 0`}`;
  return rows.length;
}

async function makeAllDue(): Promise<void> {
  await bench.service.sql`update outbox_jobs set due_at = clock_timestamp() where due_at > clock_timestamp()`;
}

async function waitForOpenBreaker(): Promise<void> {
  await waitFor(
    'the breaker to open',
    async () => (await countOpenBreakers(bench.service.url, 'webhook')) === 1,
  );
}

describe('an endpoint that comes back gets everything that waited', () => {
  test('while it fails the rest is held and uses up no attempt; then all 200 arrive, gently at first', async () => {
    const { company, endpointId, receiver } = await bench.subscribe(() => ({ status: 500 }));
    await receiveAlerts(bench.service.url, company, 200);
    await waitForOpenBreaker();
    expect(await countDeliveries(endpointId, 'tried')).toBeLessThanOrEqual(20);
    const failed = receiver.requests.length;
    let atOnce = 0;
    const atOnceSeen: number[] = [];
    receiver.behave(async () => {
      atOnce += 1;
      atOnceSeen.push(atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      return { status: 200 };
    });
    await waitFor('everything', async () => {
      await makeAllDue();
      return (await countDeliveries(endpointId, 'delivered')) === 200;
    });
    // One probe, and then no more than two, four and so on.
    expect(atOnceSeen[0]).toBe(1);
    for (const [position, seen] of atOnceSeen.entries()) expect(seen).toBeLessThanOrEqual(position + 1);
    expect(Math.max(...atOnceSeen)).toBeLessThanOrEqual(16);
    expect(receiver.requests).toHaveLength(failed + 200);
    expect(await countOpenBreakers(bench.service.url, 'webhook')).toBe(0);
  });

  test('after a short break of the connection it is tried again within seconds, not half a minute', async () => {
    const { company, endpointId, receiver } = await bench.subscribe(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { status: 200 };
    });
    const { sql, url } = bench.service;
    // Many more than a worker has ready in a lane: what it has ready still goes to the old address.
    await receiveAlerts(url, company, 500);
    await waitFor('16 at once', () => receiver.atOnceMax() === 16);
    // All 16 that are under way fail in the same moment, and so do those that follow.
    const elsewhere = 'http://127.0.0.1:1/hook';
    await sql`update webhook_endpoints set url = ${elsewhere} where id = ${endpointId}`;
    await waitForOpenBreaker();
    await sql`update webhook_endpoints set url = ${receiver.url} where id = ${endpointId}`;
    await waitFor('it to be tried again', async () => (await countOpenBreakers(url, 'webhook')) === 0, 8000);
    await waitFor('everything', async () => {
      await makeAllDue();
      return (await countDeliveries(endpointId, 'delivered')) === 500;
    });
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(500);
  });

  test('what ran out of time behind it is shown as failed, and the rest waits on', async () => {
    const { company, endpointId, receiver } = await bench.subscribe(() => ({ status: 503 }));
    const { sql, url } = bench.service;
    const ids = await receiveAlerts(url, company, 40);
    await waitForOpenBreaker();
    await sql`
      update outbox_jobs set due_at = clock_timestamp(), give_up_at = clock_timestamp()
      where alert_id in ${sql(ids.slice(0, 30))}`;
    const failed = await waitFor('what is overdue to be given up', async () => {
      const rows = await sql`
        select last_error, last_status from webhook_deliveries
        where endpoint_id = ${endpointId} and failed_at is not null and delivered_at is null`;
      return rows.length === 30 && rows;
    });
    for (const { lastError, lastStatus } of failed) expect(lastError ?? lastStatus).not.toBeNull();
    receiver.behave(() => ({ status: 200 }));
    await waitFor('the rest', async () => {
      await makeAllDue();
      return (await countDeliveries(endpointId, 'delivered')) === 10;
    });
    expect(await sql`select 1 from outbox_jobs where lane = ${endpointId}`).toHaveLength(0);
  });
});
