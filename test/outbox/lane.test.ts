import { expect, test } from 'vitest';
import { Lane } from '../../src/outbox/lane.ts';
import type { OutboxJob } from '../../src/outbox/lane-kind.ts';
import { LANE_HELD_MS } from '../../src/store/outbox-lanes.ts';

const LANE = '00000000-0000-4000-8000-000000000001';
const STARTED_MS = 1000;
const OTHER_MS = STARTED_MS + LANE_HELD_MS;

function laneWith(jobIds: readonly string[]): Lane<OutboxJob> {
  const lane = new Lane<OutboxJob>({ lane: LANE, companyId: LANE }, 1);
  lane.receive(jobsOf(jobIds), 10, STARTED_MS);
  return lane;
}

function jobsOf(jobIds: readonly string[]): OutboxJob[] {
  return jobIds.map((jobId) => ({ jobId, lane: LANE }));
}

test('promise 5: what was ready under a hold that ran out does not go out under the next one', () => {
  const lane = laneWith(['1', '2']);
  lane.hold(OTHER_MS);
  expect(lane.mayStart(OTHER_MS)).toBe(false);
  expect(lane.jobIdsInHand).toEqual([]);
  lane.receive(jobsOf(['3']), 10, OTHER_MS);
  expect(lane.startExchange(OTHER_MS)).toEqual(jobsOf(['3']));
});

test('a hold that is renewed in time keeps what is ready', () => {
  const lane = laneWith(['1', '2']);
  lane.hold(OTHER_MS - 1);
  expect(lane.mayStart(OTHER_MS)).toBe(true);
  expect(lane.jobIdsInHand).toEqual(['1', '2']);
});

test('what waits to be recorded leaves room for more work, and what is under way or ready does not', () => {
  const lane = laneWith(['1', '2', '3']);
  const { jobsWanted } = lane.demand(STARTED_MS);
  const jobs = lane.startExchange(STARTED_MS);
  expect(lane.demand(STARTED_MS).jobsWanted).toBe(jobsWanted);
  const limitBefore = lane.health.limit;
  lane.endExchange(STARTED_MS, { kind: 'success', durationMs: 5 }, STARTED_MS);
  const grown = (lane.health.limit - limitBefore) * 8;
  expect(lane.demand(STARTED_MS).jobsWanted).toBe(jobsWanted + jobs.length + grown);
  expect(lane.jobsInHand).toBe(3);
});

test('it asks for more once half of what it may have ahead is used up, not for each job', () => {
  const lane = laneWith([]);
  const { jobsWanted: aheadMax } = lane.demand(STARTED_MS);
  const hungryWith = (ahead: number): boolean =>
    laneWith(Array.from({ length: ahead }, (_, job) => String(job))).isHungry(STARTED_MS);
  expect(hungryWith(0)).toBe(true);
  expect(hungryWith(aheadMax / 2)).toBe(true);
  expect(hungryWith(aheadMax / 2 + 1)).toBe(false);
});
