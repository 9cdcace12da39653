import type { DueLane, LaneClaim, QueuePlace } from '../store/outbox/outbox-lanes.ts';
import type { ExchangeReport } from './lane-health.ts';

export interface OutboxJob extends QueuePlace {
  readonly lane: string;
}

/** One exchange with a target: what became of each job, and what it says about the target. */
export interface Exchange<Finished> {
  readonly finished: readonly Finished[];
  readonly report: ExchangeReport;
}

/** What differs between webhooks and answers to provider A; the worker is the same. */
export interface LaneKind<Job extends OutboxJob, Finished> {
  readonly name: 'webhook' | 'forward';
  /** Jobs that go out in one exchange. */
  readonly jobsPerExchangeMax: number;
  /** Exchanges at once in all lanes together. */
  readonly exchangesMax: number;
  /** The part of that which slow targets may have together; all of it where there is only one target. */
  readonly slowShare: number;
  readonly findDueLanes: () => Promise<readonly DueLane[]>;
  readonly claim: (holder: string, claims: readonly LaneClaim[]) => Promise<readonly Job[]>;
  readonly carryOut: (jobs: readonly Job[]) => Promise<Exchange<Finished>>;
  readonly finish: (holder: string, finished: readonly Finished[]) => Promise<void>;
  /** Ends the connections once nothing is under way. */
  readonly close: () => Promise<void>;
  /** Gives up what waited too long behind a target that does not recover, except what is under way. */
  readonly failOverdue: (holder: string, lane: string, jobIdsInHand: readonly string[]) => Promise<void>;
}
