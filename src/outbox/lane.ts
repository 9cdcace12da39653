import { type DueLane, LANE_HELD_MS, type LaneClaim, type QueuePlace } from '../store/outbox/outbox-lanes.ts';
import {
  type ExchangeReport,
  exchangesAllowed,
  type LaneHealth,
  NEW_LANE,
  noteExchange,
  SLOW_FROM_MS,
} from './lane-health.ts';
import type { OutboxJob } from './lane-kind.ts';
import type { LaneDemand } from './plan-claims.ts';

/** Jobs under way or ready for each exchange, so that a slot that gets free need not wait for the database. */
const JOBS_AHEAD_PER_EXCHANGE = 8;
/** The rest lasts while more is asked for. */
const HUNGRY_SHARE = 0.5;
const REMEMBERED_MS = 600_000;
/** An exchange starts only while the hold on its lane outlasts it. */
const EXCHANGE_MS_MAX = 12_000;

/** One target as this worker serves it: how it behaves, what is ready for it, what is under way. */
export class Lane<Job extends OutboxJob> {
  readonly id: string;
  readonly companyId: string;
  health: LaneHealth = NEW_LANE;
  /** Whether the last claim left work behind. */
  mayHaveMore = false;
  readonly #jobsPerExchange: number;
  readonly #ready: Job[] = [];
  readonly #inHand = new Set<string>();
  /** When each exchange under way began, oldest first. */
  readonly #startedAtMs: number[] = [];
  /** Nothing in hand stands behind it. */
  #furthest: QueuePlace | undefined;
  /** Whether nothing was left before it, so that the next claim can begin there. */
  #mayContinue = false;
  #lastServedMs = 0;
  #heldUntilMs = 0;

  constructor({ lane, companyId }: DueLane, jobsPerExchange: number) {
    this.id = lane;
    this.companyId = companyId;
    this.#jobsPerExchange = jobsPerExchange;
  }

  get jobsInHand(): number {
    return this.#inHand.size;
  }

  get jobIdsInHand(): readonly string[] {
    return [...this.#inHand];
  }

  get exchangesUnderWay(): number {
    return this.#startedAtMs.length;
  }

  get isIdle(): boolean {
    return this.#inHand.size === 0 && !this.mayHaveMore;
  }

  /** Nothing to do for a good while: what is known of the target is out of date. */
  mayBeForgotten(nowMs: number): boolean {
    return this.isIdle && nowMs >= this.health.quietUntilMs && nowMs - this.#lastServedMs > REMEMBERED_MS;
  }

  demand(nowMs: number): LaneDemand {
    return {
      lane: this.id,
      companyId: this.companyId,
      jobsWanted: this.#jobsWanted(nowMs),
      isSlow: this.isSlow(nowMs),
      lastServedMs: this.#lastServedMs,
    };
  }

  /** Whether enough of what it had ahead is used up: asking earlier would be a statement for a few jobs. */
  isHungry(nowMs: number): boolean {
    const jobsWanted = this.#jobsWanted(nowMs);
    return jobsWanted > 0 && jobsWanted >= this.#jobsAheadMax(nowMs) * HUNGRY_SHARE;
  }

  #jobsWanted(nowMs: number): number {
    if (this.#isProbing && this.#inHand.size > 0) return 0;
    // What is carried out and waits to be recorded takes nobody's place; the worker as a whole bounds how much that is.
    const jobsAhead = this.#ready.length + this.#startedAtMs.length * this.#jobsPerExchange;
    return this.#jobsAheadMax(nowMs) - jobsAhead;
  }

  #jobsAheadMax(nowMs: number): number {
    const exchanges = exchangesAllowed(this.health, 0, nowMs);
    return exchanges * this.#jobsPerExchange * (this.#isProbing ? 1 : JOBS_AHEAD_PER_EXCHANGE);
  }

  get #isProbing(): boolean {
    return this.health.breaker.state === 'open';
  }

  /** Slow ones share a bounded part of the worker, and so do those of which nothing good is known yet. */
  isSlow(nowMs: number): boolean {
    const hangs = nowMs - (this.#startedAtMs[0] ?? nowMs) > SLOW_FROM_MS;
    return hangs || this.health.typicalMs > SLOW_FROM_MS || !this.health.hasSucceeded;
  }

  /** Where it can, it begins where the last one ended: what is in hand or done stands before, thousands in a busy lane. */
  claim(jobsMax: number, firstAttemptsOnly: boolean): LaneClaim {
    const after = (this.#mayContinue && this.#furthest) || null;
    return {
      lane: this.id,
      jobsMax,
      after,
      jobIdsInHand: after === null ? this.jobIdsInHand : [],
      firstAttemptsOnly,
      nearestDeadlineFirst: this.health.breaker.state === 'open',
    };
  }

  /** What a claim brought, in the order of the queue. */
  receive(jobs: readonly Job[], claim: LaneClaim, nowMs: number): void {
    if (jobs.length > 0) this.hold(nowMs);
    for (const job of jobs) this.#inHand.add(job.jobId);
    this.#ready.push(...jobs);
    this.mayHaveMore = jobs.length >= claim.jobsMax;
    this.#lastServedMs = nowMs;
    const last = jobs.at(-1);
    const isFurther = last !== undefined && isBehind(last, this.#furthest);
    // The place alone: the rest of the job is not needed for as long.
    if (isFurther) this.#furthest = { dueAt: last.dueAt, jobId: last.jobId };
    this.#mayContinue =
      this.mayHaveMore && isFurther && !claim.firstAttemptsOnly && !claim.nearestDeadlineFirst;
  }

  /** The next claim looks from the start: something may have been committed late, or put off for another's sake. */
  startOver(): void {
    this.#mayContinue = false;
  }

  /** The hold was confirmed by a statement that began then. What was ready under one that had run out may be out of date. */
  hold(nowMs: number): void {
    if (!this.isHeld(nowMs)) this.putBack();
    this.#heldUntilMs = nowMs + LANE_HELD_MS;
  }

  /** Another worker may have the lane: what was ready may be out of date, or done. */
  lose(): void {
    this.#heldUntilMs = 0;
    this.putBack();
  }

  isHeld(nowMs: number): boolean {
    return nowMs < this.#heldUntilMs;
  }

  letGoIfLost(nowMs: number): void {
    if (!this.isHeld(nowMs)) this.lose();
  }

  /** Whether there is something to send, the hold outlasts the exchange, and the target may have one more. */
  mayStart(nowMs: number): boolean {
    return (
      this.#ready.length > 0 &&
      nowMs + EXCHANGE_MS_MAX <= this.#heldUntilMs &&
      exchangesAllowed(this.health, this.#startedAtMs.length, nowMs) > 0
    );
  }

  /** The jobs of the next exchange, which counts as under way from now on. */
  startExchange(nowMs: number): readonly Job[] {
    this.#startedAtMs.push(nowMs);
    return this.#ready.splice(0, this.#jobsPerExchange);
  }

  endExchange(startedAtMs: number, report: ExchangeReport, nowMs: number): void {
    this.#startedAtMs.splice(this.#startedAtMs.indexOf(startedAtMs), 1);
    this.health = noteExchange(this.health, report, nowMs);
    if (exchangesAllowed(this.health, 0, nowMs) === 0) this.putBack();
  }

  /** Puts what has not started back; it stayed in the table all the time and used up no attempt. */
  putBack(): void {
    if (this.#ready.length > 0) this.mayHaveMore = true;
    this.startOver();
    for (const { jobId } of this.#ready.splice(0)) this.#inHand.delete(jobId);
  }

  settle(jobIds: readonly string[]): void {
    for (const jobId of jobIds) this.#inHand.delete(jobId);
  }
}

function isBehind(one: QueuePlace, other: QueuePlace | undefined): boolean {
  if (other === undefined) return true;
  return one.dueAt === other.dueAt ? BigInt(one.jobId) > BigInt(other.jobId) : one.dueAt > other.dueAt;
}
