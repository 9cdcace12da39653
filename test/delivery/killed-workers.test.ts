import { expect, test } from 'vitest';
import { countJobs, receiveAlerts } from '../support/deliveries.ts';
import { type Subscriber, useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';
import { startServiceProcess } from '../support/worker-process.ts';

/** Only the processes that the test starts and kills work here. */
const bench = useDelivery({}, { work: false });

const KILLS = 10;
const ALERTS_EACH = 1000;

test('promise 5: a worker killed ten times in the middle of 4,000 deliveries loses nothing and leaves nothing stuck', async () => {
  const { sql, url, config } = bench.service;
  const subscribers: Subscriber[] = [];
  for (let count = 0; count < 4; count += 1) {
    subscribers.push(
      await bench.subscribe(async () => {
        await new Promise((resolve) => setTimeout(resolve, 15));
        return { status: 200 };
      }),
    );
  }
  const sent = new Set<string>();
  for (const { company } of subscribers) {
    for (const id of await receiveAlerts(url, company, ALERTS_EACH)) sent.add(id);
  }
  const requests = () => subscribers.flatMap(({ receiver }) => receiver.requests);
  const count = (): number => subscribers.reduce((sum, { receiver }) => sum + receiver.requests.length, 0);

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const worker = await startServiceProcess(config, 'worker');
    const before = count();
    await waitFor('it to be in the middle of its work', () => count() >= before + 200);
    await worker.kill();
    expect(await countJobs(sql)).toBeGreaterThan(0);
    // What it had under way in the database ends, too; the rest stands for waiting until its hold has run out.
    await waitFor('its connections to end', async () => {
      const left = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and application_name like 'chargeback-alerts%'`;
      return left.length === 0;
    });
    await sql`update outbox_lanes set held_until = clock_timestamp() where holder is not null`;
  }
  const last = await startServiceProcess(config, 'worker');
  await waitFor('everything to be done', async () => (await countJobs(sql)) === 0);
  await last.stop();

  const arrived = new Map<string, Set<string>>();
  for (const { headers, body } of requests()) {
    const { id } = JSON.parse(body) as { id: string };
    arrived.set(id, (arrived.get(id) ?? new Set()).add(`${String(headers['webhook-id'])} ${body}`));
  }
  expect(new Set(arrived.keys())).toEqual(sent);
  // A repeat carries the same id and the same bytes.
  for (const copies of arrived.values()) expect(copies.size).toBe(1);
  // Only what was in hand at a kill can be repeated: up to 64 at each endpoint.
  expect(count() - sent.size).toBeLessThanOrEqual(KILLS * 4 * 64);
  const open =
    await sql`select 1 from webhook_deliveries where delivered_at is null or failed_at is not null`;
  expect(open).toHaveLength(0);
  expect(await sql`select 1 from outbox_lanes where holder is not null`).toHaveLength(0);
}, 180_000);
