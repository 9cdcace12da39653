import type { Lane } from './lane.ts';
import type { LaneKind, OutboxJob } from './lane-kind.ts';
import type { ClaimCapacity } from './plan-claims.ts';

const JOBS_IN_HAND_PER_EXCHANGE = 16;
/** Beyond this share of all that may be in hand, only work that was never tried is taken on. */
const RETRIES_SHARE = 0.75;

/** What bounds a kind of work. */
export type Limits = Pick<LaneKind<OutboxJob, unknown>, 'exchangesMax' | 'jobsPerExchangeMax' | 'slowShare'>;

/** How much more a worker may take on, given what its lanes have in hand. */
export function measureCapacity(
  limits: Limits,
  lanes: readonly Lane<OutboxJob>[],
  nowMs: number,
): ClaimCapacity & { readonly firstAttemptsOnly: boolean } {
  const inHandMax = limits.exchangesMax * JOBS_IN_HAND_PER_EXCHANGE * limits.jobsPerExchangeMax;
  const inHand = sum(lanes.map((lane) => lane.jobsInHand));
  const slowInHand = sum(lanes.filter((lane) => lane.isSlow(nowMs)).map((lane) => lane.jobsInHand));
  return {
    jobsFree: inHandMax - inHand,
    slowJobsFree: inHandMax * limits.slowShare - slowInHand,
    firstAttemptsOnly: inHand > inHandMax * RETRIES_SHARE,
  };
}

/** Whether the slow lanes together may have one more exchange. */
export function hasRoomForSlow(limits: Limits, lanes: readonly Lane<OutboxJob>[], nowMs: number): boolean {
  const slowUnderWay = sum(lanes.filter((lane) => lane.isSlow(nowMs)).map((lane) => lane.exchangesUnderWay));
  return slowUnderWay < limits.exchangesMax * limits.slowShare;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
