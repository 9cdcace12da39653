import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sleep } from '../loops/sleep.ts';
import type { Sql } from '../store/connect.ts';
import { releaseLanes, renewLanes } from '../store/outbox/outbox-lanes.ts';
import { hasRoomForSlow } from './capacity.ts';
import { chooseClaims } from './choose-claims.ts';
import { createFinisher, type Finisher } from './finisher.ts';
import { KnownLanes } from './known-lanes.ts';
import type { Exchange, LaneKind, OutboxJob } from './lane-kind.ts';
import type { Lane } from './lane.ts';
import { repeat } from './repeat.ts';
import { Unsettled } from './unsettled.ts';

const SWEEP_EVERY_MS = 500;
const RENEW_EVERY_MS = 4000;
const OVERDUE_EVERY_MS = 5000;
/** Between two rounds, so that a busy worker asks for many jobs at once and not for each one. */
const ROUND_EVERY_MS = 15;
const TROUBLE_PAUSE_MS = 1000;
const STOP_WITHIN_MS = 15_000;

/**
 * Carries out the jobs of one kind: finds lanes with due work, takes hold of them, shares its capacity among them, and
 * records what became of each job. Any number of workers may run; a lane is served by one at a time.
 */
export class OutboxWorker<Job extends OutboxJob, Finished> {
  readonly #sql: Sql;
  readonly #kind: LaneKind<Job, Finished>;
  readonly #log: FastifyBaseLogger;
  readonly #holder = randomUUID();
  readonly #lanes: KnownLanes<Job>;
  readonly #finisher: Finisher<Finished>;
  readonly #stopping = new AbortController();
  readonly #givenUp = new AbortController();
  /** Exchanges under way, and those that wait to be recorded. */
  readonly #unsettled = new Unsettled();
  readonly #ends: (() => void)[] = [];
  #exchangesUnderWay = 0;
  /** Whether a lane had to stop for want of room: then whoever is done looks around, else only after its own lane. */
  #roomIsWanted = false;
  #scanWanted = false;
  #sweepWanted = false;
  #roundTimer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  constructor(sql: Sql, kind: LaneKind<Job, Finished>, log: FastifyBaseLogger) {
    this.#sql = sql;
    this.#kind = kind;
    this.#log = log.child({ outbox: kind.name });
    this.#lanes = new KnownLanes(kind.jobsPerExchangeMax);
    this.#finisher = createFinisher(
      (batch: readonly Finished[]) => kind.finish(this.#holder, batch),
      (error) => this.#log.error({ err: error }, 'outcomes could not be recorded; trying again'),
      this.#givenUp.signal,
    );
  }

  start(): void {
    const onErrorOf =
      (what: string) =>
      (error: unknown): void =>
        this.#log.warn({ err: error }, `${what} failed; trying again`);
    this.#ends.push(
      repeat(SWEEP_EVERY_MS, () => this.wake({ sweep: true }), onErrorOf('looking for work')),
      repeat(RENEW_EVERY_MS, () => this.#renew(), onErrorOf('renewing the hold on lanes')),
      repeat(OVERDUE_EVERY_MS, () => this.#failOverdue(), onErrorOf('giving up what is overdue')),
    );
    this.wake();
  }

  /** There may be new work; now and then also lanes to let go of. */
  wake({ sweep = false } = {}): void {
    this.#scanWanted = true;
    this.#sweepWanted ||= sweep;
    this.#scheduleRound(0);
  }

  /** Takes nothing new, lets what is under way end, and hands all lanes back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const end of this.#ends) end();
    clearTimeout(this.#roundTimer);
    setTimeout(() => this.#givenUp.abort(), STOP_WITHIN_MS).unref();
    await this.#round;
    for (const lane of this.#lanes) lane.putBack();
    await this.#handBack([...this.#lanes]);
    await this.#unsettled.untilNone();
    await this.#kind.close();
  }

  /** While stopping: each lane as soon as nothing is under way in it, so that none waits for a slow one. */
  async #handBack(lanes: readonly Lane<Job>[]): Promise<void> {
    const free = lanes.filter(({ jobsInHand }) => jobsInHand === 0).map(({ id }) => id);
    await releaseLanes(this.#sql, this.#holder, free).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'lanes could not be handed back; they are free soon'),
    );
  }

  get kindName(): LaneKind<Job, Finished>['name'] {
    return this.#kind.name;
  }

  /** For metrics: the targets that get only probes. */
  openBreakers(): number {
    return [...this.#lanes].filter(({ health }) => health.breaker.state === 'open').length;
  }

  #scheduleRound(afterMs: number): void {
    if (this.#stopping.signal.aborted || this.#round !== undefined || this.#roundTimer !== undefined) return;
    this.#roundTimer = setTimeout(() => {
      this.#roundTimer = undefined;
      this.#round = this.#runRound();
    }, afterMs);
  }

  async #runRound(): Promise<void> {
    let tookWork = false;
    try {
      tookWork = await this.#takeWork();
    } catch (error) {
      this.#log.error({ err: error }, 'work could not be claimed; trying again');
      await sleep(TROUBLE_PAUSE_MS, this.#stopping.signal);
      this.#scanWanted = true;
    }
    this.#round = undefined;
    if (this.#scanWanted) this.#scheduleRound(ROUND_EVERY_MS);
    else if (tookWork) for (const lane of this.#lanes) this.#askWhenHungry(lane);
  }

  /** Whether there was room to ask for any. */
  async #takeWork(): Promise<boolean> {
    if (this.#sweepWanted) await this.#sweep();
    const due = this.#scanWanted ? await this.#findLanes() : undefined;
    const lanes = [...this.#lanes];
    const nowMs = performance.now();
    const served = due ?? lanes.filter(({ mayHaveMore }) => mayHaveMore);
    const claims = chooseClaims(this.#kind, lanes, served, nowMs);
    if (claims.length === 0) return false;
    const jobs = await this.#kind.claim(this.#holder, claims);
    const byLane = Object.groupBy(jobs, ({ lane }) => lane);
    for (const claim of claims) {
      this.#lanes.get(claim.lane)?.receive(byLane[claim.lane] ?? [], claim, nowMs);
    }
    this.#startExchanges();
    return true;
  }

  /** Within a round, so that no lane is released that is being claimed. */
  async #sweep(): Promise<void> {
    this.#sweepWanted = false;
    for (const lane of this.#lanes) lane.startOver();
    const nowMs = performance.now();
    const idle = [...this.#lanes].filter(({ isIdle }) => isIdle);
    const held = idle.filter((lane) => lane.isHeld(nowMs)).map(({ id }) => id);
    if (held.length > 0) await releaseLanes(this.#sql, this.#holder, held);
    this.#lanes.leave(idle, nowMs);
  }

  async #findLanes(): Promise<readonly Lane<Job>[]> {
    this.#scanWanted = false;
    return this.#lanes.meet(await this.#kind.findDueLanes());
  }

  #askWhenHungry(lane: Lane<Job>): void {
    if (lane.mayHaveMore && lane.isHungry(performance.now())) this.#scheduleRound(ROUND_EVERY_MS);
  }

  /** Starts one exchange in each lane in turn, for as long as any lane may have one and there is room. */
  #startExchanges(): void {
    const nowMs = performance.now();
    this.#roomIsWanted = false;
    let started = true;
    while (started && !this.#stopping.signal.aborted) {
      started = false;
      for (const lane of this.#lanes) started = this.#startIn(lane, nowMs) || started;
    }
  }

  /** Starts one exchange in the lane if it may have one and there is room. */
  #startIn(lane: Lane<Job>, nowMs: number): boolean {
    if (!lane.mayStart(nowMs)) return false;
    if (!this.#hasRoomFor(lane, nowMs)) {
      this.#roomIsWanted = true;
      return false;
    }
    void this.#carryOut(lane, lane.startExchange(nowMs), nowMs);
    return true;
  }

  #hasRoomFor(lane: Lane<Job>, nowMs: number): boolean {
    if (this.#exchangesUnderWay >= this.#kind.exchangesMax || this.#stopping.signal.aborted) return false;
    return !lane.isSlow(nowMs) || hasRoomForSlow(this.#kind, [...this.#lanes], nowMs);
  }

  /** From the start of an exchange until what became of its jobs waits to be recorded. Never rejects. */
  async #carryOut(lane: Lane<Job>, jobs: readonly Job[], startedAtMs: number): Promise<void> {
    this.#unsettled.begin();
    this.#exchangesUnderWay += 1;
    const jobIds = jobs.map(({ jobId }) => jobId);
    const { finished, report } = await this.#kind.carryOut(jobs).catch(this.#explain);
    const endedAtMs = performance.now();
    lane.endExchange(startedAtMs, report, endedAtMs);
    this.#exchangesUnderWay -= 1;
    this.#finisher.record(finished, (isRecorded) => this.#settle(lane, jobIds, isRecorded));
    // The slot is free now; the jobs, by their ids alone, stay in hand until it is written what became of them.
    if (this.#roomIsWanted) this.#startExchanges();
    else this.#startIn(lane, endedAtMs);
    this.#askWhenHungry(lane);
  }

  /** What can never be written stays in hand, so that it is not sent again and again. */
  #settle(lane: Lane<Job>, jobIds: readonly string[], isRecorded: boolean): void {
    if (isRecorded) lane.settle(jobIds);
    this.#askWhenHungry(lane);
    if (this.#stopping.signal.aborted) void this.#handBack([lane]).then(() => this.#unsettled.end());
    else this.#unsettled.end();
  }

  /** A fault of our own, not of the target: its jobs stay where they are and the lane rests for a moment. */
  readonly #explain = (error: unknown): Exchange<Finished> => {
    this.#log.error({ err: error }, 'a job could not be carried out');
    return { finished: [], report: { kind: 'failure', durationMs: 0, quietForMs: TROUBLE_PAUSE_MS } };
  };

  /** Gives up, in lanes whose target does not recover, what waited beyond its time. */
  async #failOverdue(): Promise<void> {
    for (const { id, health, jobIdsInHand } of this.#lanes) {
      if (health.breaker.state === 'open') await this.#kind.failOverdue(this.#holder, id, jobIdsInHand);
    }
  }

  async #renew(): Promise<void> {
    if (this.#lanes.size === 0) return;
    const askedAtMs = performance.now();
    const renewed = new Set(await renewLanes(this.#sql, this.#holder));
    for (const lane of this.#lanes) {
      if (renewed.has(lane.id)) lane.hold(askedAtMs);
      else lane.lose();
    }
    this.#startExchanges();
  }
}
