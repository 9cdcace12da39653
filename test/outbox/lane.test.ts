import { describe, expect, test } from 'vitest';
import type { OutboxJob } from '../../src/outbox/lane-kind.ts';
import { Lane } from '../../src/outbox/lane.ts';
import { LANE_HELD_MS, type LaneClaim } from '../../src/store/outbox/outbox-lanes.ts';
import { claimOf } from '../support/outbox.ts';

const LANE = '00000000-0000-4000-8000-000000000001';
const DUE_AT = '2026-11-02T12:00:00.000Z';
const STARTED_MS = 1000;
const OTHER_MS = STARTED_MS + LANE_HELD_MS;

function laneWith(jobIds: readonly string[]): Lane<OutboxJob> {
  const lane = new Lane<OutboxJob>({ lane: LANE, companyId: LANE }, 1);
  lane.receive(jobsOf(jobIds), claimOf(LANE), STARTED_MS);
  return lane;
}

function jobsOf(jobIds: readonly string[]): OutboxJob[] {
  return jobIds.map((jobId) => ({ jobId, dueAt: DUE_AT, lane: LANE }));
}

const place = ({ jobId, dueAt }: OutboxJob) => ({ jobId, dueAt });

/** What the lane asks for next after a claim that brought these, of as many as it asked for. */
function claimAfter(lane: Lane<OutboxJob>, jobs: readonly OutboxJob[], more: Partial<LaneClaim> = {}) {
  lane.receive(jobs, claimOf(LANE, { jobsMax: jobs.length, ...more }), STARTED_MS);
  return lane.claim(10, false);
}

test('promise 5: what was ready under a hold that ran out does not go out under the next one', () => {
  const lane = laneWith(['1', '2']);
  lane.hold(OTHER_MS);
  expect(lane.mayStart(OTHER_MS)).toBe(false);
  expect(lane.jobIdsInHand).toEqual([]);
  lane.receive(jobsOf(['3']), claimOf(LANE), OTHER_MS);
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

describe('a claim that begins where the last one ended', () => {
  test('after a full one it need not tell what is in hand: all of it stands before', () => {
    const [first, last] = jobsOf(['9', '10']);
    if (first === undefined || last === undefined) throw new Error('two jobs were made');
    expect(claimAfter(laneWith([]), [first, last])).toMatchObject({ after: place(last), jobIdsInHand: [] });
  });

  test.for<[why: string, more: Partial<LaneClaim>]>([
    ['it brought less than was asked for', { jobsMax: 3 }],
    ['it left out what was tried before', { firstAttemptsOnly: true }],
    ['it went by the deadline', { nearestDeadlineFirst: true }],
  ])('from the start after one that left something before its last: %s', ([, more]) => {
    const next = claimAfter(laneWith([]), jobsOf(['1', '2']), more);
    expect(next).toMatchObject({ after: null, jobIdsInHand: ['1', '2'] });
  });

  test('from the start while something in hand stands behind its last, which would be taken twice', () => {
    const lane = laneWith(['10']);
    expect(claimAfter(lane, jobsOf(['8', '9']))).toMatchObject({
      after: null,
      jobIdsInHand: ['10', '8', '9'],
    });
    expect(claimAfter(lane, jobsOf(['11', '12']))).toMatchObject({ after: { jobId: '12' } });
  });

  test('the time counts before the number', () => {
    const lane = laneWith(['2']);
    const later = { jobId: '1', dueAt: '2026-11-02T12:00:00.001Z', lane: LANE };
    expect(claimAfter(lane, [later])).toMatchObject({ after: place(later) });
  });

  test('from the start again at each sweep, and when something was put back', () => {
    const lane = laneWith([]);
    claimAfter(lane, jobsOf(['1', '2']));
    lane.startOver();
    expect(lane.claim(10, false)).toMatchObject({ after: null, jobIdsInHand: ['1', '2'] });
    claimAfter(lane, jobsOf(['3', '4']));
    lane.putBack();
    expect(lane.claim(10, false)).toMatchObject({ after: null, jobIdsInHand: [] });
  });
});
