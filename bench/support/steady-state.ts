import type { Reached } from '../processes/receiver.ts';
import type { Child } from './child.ts';

/** Left out at the beginning, for everyone: connections open, limits climb, code is compiled. */
const WARM_UP_SHARE = 0.5;

export interface SteadyState {
  readonly perSecond: number;
  /** By account, CPU microseconds for each request. */
  readonly microseconds: readonly number[];
}

/**
 * Starts something that sends this many requests to the receiver, and tells how fast they came after the warm-up and what
 * they cost in the accounts that were started with it.
 */
export async function measureSteadyState(
  receiver: Child,
  count: number,
  start: () => readonly (() => number)[],
): Promise<SteadyState> {
  const warmUp = Math.floor(count * WARM_UP_SHARE);
  receiver.tell({ warmUp, count });
  const accounts = start();
  const look = async () => {
    const { atMs } = await receiver.next<Reached>();
    return { atMs, cpuSeconds: accounts.map((read) => read()) };
  };
  const from = await look();
  const to = await look();
  const requests = count - warmUp;
  return {
    perSecond: (requests / (to.atMs - from.atMs)) * 1000,
    microseconds: to.cpuSeconds.map(
      (until, which) => ((until - (from.cpuSeconds[which] ?? 0)) / requests) * 1e6,
    ),
  };
}
