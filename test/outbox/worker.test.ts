import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange, LaneKind, OutboxJob } from '../../src/outbox/lane-kind.ts';
import { OutboxWorker } from '../../src/outbox/worker.ts';
import type { LaneClaim } from '../../src/store/outbox/outbox-lanes.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitFor } from '../support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const log = pino({ level: 'silent' });
const SUCCESS: Exchange<string> = { finished: ['done'], report: { kind: 'success', durationMs: 1 } };
const workers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

/** A worker whose jobs, claims and exchanges the test decides on. */
function startWorker(kind: Partial<LaneKind<OutboxJob, string>>) {
  const worker = new OutboxWorker(
    database.sql,
    {
      name: 'webhook',
      jobsPerExchangeMax: 1,
      exchangesMax: 256,
      findDueLanes: async () => [],
      claim: async () => [],
      carryOut: async () => SUCCESS,
      finish: async () => {},
      failOverdue: async () => {},
      slowShare: 1,
      close: async () => {},
      ...kind,
    },
    log,
  );
  workers.push(worker);
  worker.start();
  return worker;
}

const DUE_AT = '2026-11-02T12:00:00.000Z';

/** Lanes with this many jobs each; a job is handed out until it is finished. */
function fillLanes(lanes: number, jobsEach: number) {
  const waiting = new Map<string, OutboxJob>();
  for (const lane of Array.from({ length: lanes }, () => randomUUID())) {
    for (let job = 0; job < jobsEach; job += 1) {
      const jobId = String(waiting.size + 1);
      waiting.set(jobId, { jobId, dueAt: DUE_AT, lane });
    }
  }
  const jobsOf = ({ lane, after, jobIdsInHand }: LaneClaim) =>
    waiting
      .values()
      .filter((job) => job.lane === lane && Number(job.jobId) > Number(after?.jobId ?? 0))
      .filter(({ jobId }) => !jobIdsInHand.includes(jobId));
  return {
    waiting,
    findDueLanes: async () => {
      const due = new Set(waiting.values().map(({ lane }) => lane));
      return [...due].map((lane) => ({ lane, companyId: lane }));
    },
    claim: async (_holder: string, claims: readonly LaneClaim[]) =>
      claims.flatMap((claim) => jobsOf(claim).take(claim.jobsMax).toArray()),
    finish: async (_holder: string, finished: readonly string[]) => {
      for (const jobId of finished) waiting.delete(jobId);
    },
  };
}

function succeed(jobs: readonly OutboxJob[]): Exchange<string> {
  return { finished: jobs.map(({ jobId }) => jobId), report: { kind: 'success', durationMs: 1 } };
}

describe('trouble of our own', () => {
  test('a worker that cannot reach the database goes on when it can, without being woken', async () => {
    const lane = fillLanes(1, 3);
    let failures = 0;
    startWorker({
      ...lane,
      claim: async (...claim) => {
        failures += 1;
        if (failures < 3) throw new Error('no database');
        return lane.claim(...claim);
      },
      carryOut: async (jobs) => succeed(jobs),
    });
    await waitFor('all to be done', () => lane.waiting.size === 0);
    expect(failures).toBe(3);
  });

  test('it stops at once even while it waits to try again', async () => {
    let failed = false;
    const worker = startWorker({
      findDueLanes: async () => {
        failed = true;
        throw new Error('no database');
      },
    });
    await waitFor('the failure', () => failed);
    await nextTurn();
    const startedMs = performance.now();
    await worker.stop();
    expect(performance.now() - startedMs).toBeLessThan(900);
  });

  test('an exchange that fails through our own fault loses nothing: its job is tried again', async () => {
    const lane = fillLanes(1, 1);
    let tries = 0;
    startWorker({
      ...lane,
      carryOut: async (jobs) => {
        tries += 1;
        if (tries === 1) throw new Error('a mistake of ours');
        return succeed(jobs);
      },
    });
    await waitFor('it to be done', () => lane.waiting.size === 0);
    expect(tries).toBe(2);
  });

  test('while it is not written what became of them, jobs are not sent a second time', async () => {
    const lane = fillLanes(1, 2);
    const written = Promise.withResolvers<void>();
    const sent: string[] = [];
    let scans = 0;
    startWorker({
      ...lane,
      findDueLanes: async () => {
        scans += 1;
        return lane.findDueLanes();
      },
      carryOut: async (jobs) => {
        sent.push(...jobs.map(({ jobId }) => jobId));
        return succeed(jobs);
      },
      finish: async (...finished) => {
        await written.promise;
        await lane.finish(...finished);
      },
    });
    await waitFor('both to be sent', () => sent.length === 2);
    const before = scans;
    await waitFor('two more looks for work', () => scans >= before + 2);
    written.resolve();
    await waitFor('both to be recorded', () => lane.waiting.size === 0);
    expect(sent.toSorted()).toEqual(['1', '2']);
  });
});

describe('limits', () => {
  test.for([
    [1, 256, 16, 16],
    [4, 40, 16, 40],
    [30, 256, 16, 256],
  ] as const)(
    '%i lanes, %i exchanges at most: up to %i in one lane, up to %i in all',
    async ([laneCount, exchangesMax, perLaneMax, inAllMax]) => {
      const lanes = fillLanes(laneCount, 100);
      const underWay = new Map<string, number>();
      const most = { inAll: 0, perLane: 0 };
      startWorker({
        ...lanes,
        exchangesMax,
        carryOut: async (jobs) => {
          const lane = jobs[0]?.lane ?? '';
          underWay.set(lane, (underWay.get(lane) ?? 0) + 1);
          most.perLane = Math.max(most.perLane, underWay.get(lane) ?? 0);
          most.inAll = Math.max(
            most.inAll,
            underWay.values().reduce((sum, count) => sum + count, 0),
          );
          for (let turn = 0; turn < 20; turn += 1) await nextTurn();
          underWay.set(lane, (underWay.get(lane) ?? 0) - 1);
          return succeed(jobs);
        },
      });
      await waitFor('all to be done', () => lanes.waiting.size === 0);
      expect(most.perLane).toBeLessThanOrEqual(perLaneMax);
      expect(most.inAll).toBeLessThanOrEqual(inAllMax);
      // It makes use of what it may.
      expect(most.inAll).toBeGreaterThan(inAllMax / 2);
    },
  );
});

test('a busy worker never asks for a handful of jobs, and gets all of them done', async () => {
  const lane = fillLanes(1, 300);
  const asked: number[] = [];
  startWorker({
    ...lane,
    claim: async (holder, claims) => {
      asked.push(...claims.map(({ jobsMax }) => jobsMax));
      return lane.claim(holder, claims);
    },
    carryOut: async (jobs) => succeed(jobs),
  });
  await waitFor('all to be done', () => lane.waiting.size === 0);
  // Four exchanges at first, and four jobs for each: a quarter of that is the least worth asking for.
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(4);
});
