import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PROVIDER_A_LANE } from '../../src/rules/lane.ts';
import {
  claimForwardJobs,
  type FinishedForward,
  finishForwards,
  type ForwardJob,
} from '../../src/store/forward-jobs.ts';
import { LANE_HELD_MS, type LaneClaim, releaseLanes, renewLanes } from '../../src/store/outbox-lanes.ts';
import { claimWebhookJobs, finishWebhooks, type WebhookJob } from '../../src/store/webhook-jobs.ts';
import type { Sql } from '../../src/store/connect.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { readDeliveries, readJobs, receiveAlerts } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { waitForLockWaiters } from '../support/locks.ts';
import { claimOf, delivered } from '../support/outbox.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';

// Nothing works by itself here: the tests are the workers.
const bench = useDelivery({}, { work: false });

/** A lane with this many waiting webhooks. */
async function fillLane(count: number): Promise<{ lane: string; alertIds: string[] }> {
  const { service } = bench;
  const company = await createTestCompany(service.sql);
  const { endpointId } = await createTestEndpoint(service, company, 'http://127.0.0.1:1/');
  return { lane: endpointId, alertIds: await receiveAlerts(service.url, company, count) };
}

async function claim(
  holder: string,
  lane: string,
  more: Partial<LaneClaim> = {},
): Promise<readonly WebhookJob[]> {
  return claimWebhookJobs(bench.service.sql, holder, [claimOf(lane, more)]);
}

function refused({ jobId, lane, companyId, forwardId }: ForwardJob): FinishedForward {
  const attempt = {
    attempts: 1,
    attemptedAt: new Date(),
    outcome: 'refused',
    message: '',
    dueAt: null,
  } as const;
  return { jobId, lane, companyId, forwardId, ...attempt };
}

async function isHeldBy(lane: string): Promise<unknown> {
  const [row] = await bench.service.sql`select holder from outbox_lanes where lane = ${lane}`;
  return row?.['holder'];
}

describe('a lane is served by one worker at a time', () => {
  test('what one holds, another gets nothing of; the holder itself gets more of it, never the same twice', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const { lane } = await fillLane(10);
    const first = await claim(one, lane, { jobsMax: 4 });
    expect(await claim(other, lane)).toEqual([]);
    const rest = await claim(one, lane, { jobIdsInHand: first.map(({ jobId }) => jobId) });
    expect([first.length, rest.length]).toEqual([4, 6]);
    expect(new Set([...first, ...rest].map(({ jobId }) => jobId)).size).toBe(10);
  });

  test('released it is free at once; other lanes of the holder stay', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const lanes = [await fillLane(1), await fillLane(1), await fillLane(1)];
    for (const { lane } of lanes) await claim(one, lane);
    await releaseLanes(bench.service.sql, one, [lanes[0]?.lane ?? '']);
    const found = await Promise.all(lanes.map(async ({ lane }) => (await claim(other, lane)).length));
    expect(found).toEqual([1, 0, 0]);
    await releaseLanes(bench.service.sql, one);
    expect(await claim(other, lanes[1]?.lane ?? '')).toHaveLength(1);
    expect(await isHeldBy(lanes[0]?.lane ?? '')).toBe(other);
  });

  test('a hold lasts 20 s, is renewed for as long again, and when it ran out anyone may take the lane', async () => {
    const { sql } = bench.service;
    const [one, other] = [randomUUID(), randomUUID()];
    const { lane } = await fillLane(1);
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
      const { lane } = await fillLane(1);
      const claims = await Promise.all(Array.from({ length: 8 }, () => claim(randomUUID(), lane)));
      expect(claims.filter((jobs) => jobs.length > 0)).toHaveLength(1);
    }
  });

  test('what a worker carried out after it lost the lane is not recorded: the new holder does it again', async () => {
    const { sql } = bench.service;
    const [late, next] = [randomUUID(), randomUUID()];
    const { lane, alertIds } = await fillLane(1);
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
    ['release', (sql, holder) => releaseLanes(sql, holder)],
    ['release some', (sql, holder, lanes) => releaseLanes(sql, holder, lanes)],
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

describe('which jobs come first', () => {
  test('the one that is due longest; while a target is tried out, the one whose time runs out first', async () => {
    const { sql } = bench.service;
    const { lane, alertIds } = await fillLane(4);
    for (const [position, id] of alertIds.entries()) {
      await sql`
        update outbox_jobs set
          due_at = clock_timestamp() - ${position + 1} * interval '1 minute',
          give_up_at = clock_timestamp() + ${(position + 1) % 4} * interval '1 hour'
        where alert_id = ${id}`;
    }
    const holder = randomUUID();
    const order = (jobs: readonly WebhookJob[]): number[] =>
      jobs.map(({ alert }) => alertIds.indexOf(alert.id));
    expect(order(await claim(holder, lane))).toEqual([3, 2, 1, 0]);
    expect(order(await claim(holder, lane, { jobsMax: 1, nearestDeadlineFirst: true }))).toEqual([0]);
    // The one whose time is over already is not tried but given up.
    expect(order(await claim(holder, lane, { nearestDeadlineFirst: true }))).not.toContain(3);
  });

  test('what is not due is left, and with little room so is everything that was tried before', async () => {
    const { sql } = bench.service;
    const { lane, alertIds } = await fillLane(3);
    const [first, second, third] = alertIds;
    await sql`update outbox_jobs set due_at = clock_timestamp() + interval '1 s' where alert_id = ${first ?? ''}`;
    await sql`update outbox_jobs set attempts_made = 1 where alert_id = ${second ?? ''}`;
    const holder = randomUUID();
    const found = async (more: Partial<LaneClaim>): Promise<string[]> =>
      (await claim(holder, lane, more)).map(({ alert }) => alert.id).toSorted();
    expect(await found({})).toEqual(alertIds.slice(1).toSorted());
    expect(await found({ firstAttemptsOnly: true })).toEqual([third]);
  });

  test('D14: an answer to provider A is not taken while an older one to the same alert is unsettled', async () => {
    const { sql, url } = bench.service;
    const company = await createTestCompany(sql);
    const client = createClient(url, company);
    const [id, neighbour] = [await receiveAlert(url, company), await receiveAlert(url, company)];
    for (const status of ['other', 'account_suspended']) await client.answer(id, status);
    await client.answer(neighbour, 'notfound');
    const holder = randomUUID();
    const take = async () => claimForwardJobs(sql, holder, [claimOf(PROVIDER_A_LANE)]);
    const first = await take();
    expect(first.map(({ alertId, outcome }) => [alertId, outcome])).toEqual([
      [id, 'other'],
      [neighbour, 'notfound'],
    ]);
    // Also when the older one waits for its next attempt and only the newer one is due.
    await sql`update outbox_jobs set due_at = clock_timestamp() + interval '1 minute' where job_id = ${first[0]?.jobId ?? ''}`;
    expect((await take()).map(({ alertId }) => alertId)).toEqual([neighbour]);
    await finishForwards(sql, holder, first.map(refused));
    expect((await take()).map(({ outcome }) => outcome)).toEqual(['account_suspended']);
  });
});
