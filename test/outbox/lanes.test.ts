import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Sql } from '../../src/store/connect.ts';
import {
  LANE_HELD_MS,
  type LaneClaim,
  releaseLanes,
  renewLanes,
} from '../../src/store/outbox/outbox-lanes.ts';
import { claimWebhookJobs, finishWebhooks } from '../../src/store/outbox/webhook-jobs.ts';
import { createTestCompany } from '../support/company.ts';
import { readDeliveries, readJobs, receiveAlerts } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { waitForLockWaiters } from '../support/locks.ts';
import { claimOf, delivered, fillLane } from '../support/outbox.ts';
import { useDelivery } from '../support/use-delivery.ts';

// Nothing works by itself here: the tests are the workers.
const bench = useDelivery({}, { work: false });

const claim = (holder: string, lane: string, more?: Partial<LaneClaim>) =>
  claimWebhookJobs(bench.service.sql, holder, [claimOf(lane, more)]);

async function isHeldBy(lane: string): Promise<unknown> {
  const [row] = await bench.service.sql`select holder from outbox_lanes where lane = ${lane}`;
  return row?.['holder'];
}

describe('a lane is served by one worker at a time', () => {
  test('what one holds, another gets nothing of; the holder itself gets more of it, never the same twice', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const { lane } = await fillLane(bench.service, 10);
    const first = await claim(one, lane, { jobsMax: 4 });
    expect(await claim(other, lane)).toEqual([]);
    const rest = await claim(one, lane, { jobIdsInHand: first.map(({ jobId }) => jobId) });
    expect([first.length, rest.length]).toEqual([4, 6]);
    expect(new Set([...first, ...rest].map(({ jobId }) => jobId)).size).toBe(10);
  });

  test('released it is free at once; other lanes of the holder stay', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const lanes = [
      await fillLane(bench.service, 1),
      await fillLane(bench.service, 1),
      await fillLane(bench.service, 1),
    ];
    for (const { lane } of lanes) await claim(one, lane);
    await releaseLanes(bench.service.sql, one, [lanes[0]?.lane ?? '']);
    const found = await Promise.all(lanes.map(async ({ lane }) => (await claim(other, lane)).length));
    expect(found).toEqual([1, 0, 0]);
    await releaseLanes(bench.service.sql, one, [lanes[1]?.lane ?? '']);
    expect(await claim(other, lanes[1]?.lane ?? '')).toHaveLength(1);
    expect(await isHeldBy(lanes[0]?.lane ?? '')).toBe(other);
  });

  test('a hold lasts 20 s, is renewed for as long again, and when it ran out anyone may take the lane', async () => {
    const { sql } = bench.service;
    const [one, other] = [randomUUID(), randomUUID()];
    const { lane } = await fillLane(bench.service, 1);
    await claim(one, lane);
    const secondsHeld = async (): Promise<number> => {
      const [row] = await sql<{ seconds: number }[]>`
        select extract(epoch from held_until - clock_timestamp())::float8 as seconds
        from outbox_lanes where lane = ${lane}`;
      return row?.seconds ?? Number.NaN;
    };
    expect(await secondsHeld()).toBeGreaterThan(LANE_HELD_MS / 1000 - 2);
    await sql`update outbox_lanes set held_until = clock_timestamp() + interval '2 s' where lane = ${lane}`;
    await renewLanes(sql, one);
    expect(await secondsHeld()).toBeGreaterThan(LANE_HELD_MS / 1000 - 2);
    expect(await claim(other, lane)).toEqual([]);
    await sql`update outbox_lanes set held_until = clock_timestamp() where lane = ${lane}`;
    expect(await claim(other, lane)).toHaveLength(1);
    await renewLanes(sql, one);
    expect(await isHeldBy(lane)).toBe(other);
  });

  test('of many that reach for it in the same moment exactly one gets it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { lane } = await fillLane(bench.service, 1);
      const claims = await Promise.all(Array.from({ length: 8 }, () => claim(randomUUID(), lane)));
      expect(claims.filter((jobs) => jobs.length > 0)).toHaveLength(1);
    }
  });

  test('what a worker carried out after it lost the lane is not recorded: the new holder does it again', async () => {
    const { sql } = bench.service;
    const [late, next] = [randomUUID(), randomUUID()];
    const { lane, alertIds } = await fillLane(bench.service, 1);
    const jobs = await claim(late, lane);
    await sql`update outbox_lanes set held_until = clock_timestamp() where lane = ${lane}`;
    const again = await claim(next, lane);
    await finishWebhooks(sql, late, jobs.map(delivered));
    expect(await readJobs(sql, String(alertIds[0]))).toHaveLength(1);
    await finishWebhooks(sql, next, again.map(delivered));
    expect(await readJobs(sql, String(alertIds[0]))).toEqual([]);
    expect(await readDeliveries(sql, String(alertIds[0]))).toMatchObject([{ attempts: 1 }]);
  });
});

describe('workers never wait for each other in a circle: lanes are locked in their order', () => {
  test.for<[what: string, work: (sql: Sql, holder: string, lanes: string[]) => Promise<unknown>]>([
    [
      'claim',
      (sql, holder, lanes) =>
        claimWebhookJobs(
          sql,
          holder,
          lanes.map((lane) => claimOf(lane)),
        ),
    ],
    ['renew', (sql, holder) => renewLanes(sql, holder)],
    ['release', (sql, holder, lanes) => releaseLanes(sql, holder, lanes)],
  ])('%s', async ([, work]) => {
    const { sql } = bench.service;
    const holder = randomUUID();
    // Stored and asked for from the last to the first, so that only a sort brings them into their order.
    const lanes = Array.from({ length: 5 }, () => randomUUID())
      .toSorted()
      .toReversed();
    for (const lane of lanes) {
      await sql`insert into outbox_lanes (lane, holder, held_until) values (${lane}, ${holder}, clock_timestamp())`;
    }
    let working: Promise<unknown> | undefined;
    await sql.begin(async (transaction) => {
      await transaction`select 1 from outbox_lanes where lane = ${lanes.at(-1) ?? ''} for update`;
      working = work(sql, holder, lanes);
      await waitForLockWaiters(sql);
      const free = await sql`
        select 1 from outbox_lanes where lane in ${sql(lanes.slice(0, -1))} for update skip locked`;
      expect(free).toHaveLength(4);
    });
    await working;
  });
});

/** As by somebody who deletes it past the service; returns its id. */
async function loseFirstAlert(companyId: string): Promise<string> {
  return bench.service.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    const [lost] = await sql<{ id: string }[]>`
      delete from alerts where company_id = ${companyId} and id = (
        select alert_id from outbox_jobs where company_id = ${companyId} order by due_at, job_id limit 1)
      returning id`;
    return lost?.id ?? '';
  });
}

test('promise 3: of several lanes claimed together, each job leads to the address of its own lane, even when the first alert of each is gone', async () => {
  const { service } = bench;
  const hosts = ['http://127.0.0.1:1/one', 'http://127.0.0.1:1/two'];
  const companies = await Promise.all(hosts.map(() => createTestCompany(service.sql)));
  const wanted = new Map<string, string>();
  const lanes: string[] = [];
  for (const [place, company] of companies.entries()) {
    const url = hosts[place] ?? '';
    lanes.push((await createTestEndpoint(service, company, url)).endpointId);
    for (const alertId of await receiveAlerts(service.url, company, 3)) wanted.set(alertId, url);
  }
  for (const { companyId } of companies) wanted.delete(await loseFirstAlert(companyId));
  const claims = lanes.map((lane) => claimOf(lane));
  const jobs = await claimWebhookJobs(service.sql, randomUUID(), claims);
  expect(new Map(jobs.map(({ alert, endpoint }) => [alert.id, endpoint.url]))).toEqual(wanted);
  expect(new Map(jobs.map(({ companyId, lane }) => [companyId, lane]))).toEqual(
    new Map(companies.map(({ companyId }, place) => [companyId, lanes[place]])),
  );
});
