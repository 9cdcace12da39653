import type { LaneClaim } from '../store/outbox/outbox-lanes.ts';
import { type Limits, measureCapacity } from './capacity.ts';
import type { OutboxJob } from './lane-kind.ts';
import type { Lane } from './lane.ts';
import { planClaims } from './plan-claims.ts';

/**
 * What to ask the database for, given the lanes where there is work: nothing while all of them have enough ahead, and for
 * all of them as soon as one is hungry, so that few statements bring many jobs.
 */
export function chooseClaims<Job extends OutboxJob>(
  limits: Limits,
  allLanes: readonly Lane<Job>[],
  lanes: readonly Lane<Job>[],
  nowMs: number,
): readonly LaneClaim[] {
  for (const lane of lanes) lane.letGoIfLost(nowMs);
  if (!lanes.some((lane) => lane.isHungry(nowMs))) {
    for (const lane of lanes) lane.mayHaveMore ||= lane.jobsInHand > 0;
    return [];
  }
  const { firstAttemptsOnly, ...capacity } = measureCapacity(limits, allLanes, nowMs);
  const planned = planClaims(
    lanes.map((lane) => lane.demand(nowMs)),
    capacity,
  );
  return lanes
    .filter(({ id }) => planned.has(id))
    .map((lane) => lane.claim(planned.get(lane.id) ?? 0, firstAttemptsOnly));
}
