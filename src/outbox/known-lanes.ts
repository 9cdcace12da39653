import type { DueLane } from '../store/outbox/outbox-lanes.ts';
import type { OutboxJob } from './lane-kind.ts';
import { Lane } from './lane.ts';

/** The lanes a worker serves, and those it served a while ago: what it learned of their targets is of use again. */
export class KnownLanes<Job extends OutboxJob> {
  readonly #lanes = new Map<string, Lane<Job>>();
  readonly #jobsPerExchange: number;

  constructor(jobsPerExchange: number) {
    this.#jobsPerExchange = jobsPerExchange;
  }

  get size(): number {
    return this.#lanes.size;
  }

  [Symbol.iterator](): MapIterator<Lane<Job>> {
    return this.#lanes.values();
  }

  get(id: string): Lane<Job> | undefined {
    return this.#lanes.get(id);
  }

  /** The lanes where work is due, new ones included. What is ready is due: where none is, a lane was paused or a company blocked. */
  meet(due: readonly DueLane[]): readonly Lane<Job>[] {
    const lanes = due.map((found) => this.#lanes.get(found.lane) ?? this.#add(found));
    const met = new Set(lanes);
    for (const lane of this) if (!met.has(lane)) lane.putBack();
    return lanes;
  }

  #add(found: DueLane): Lane<Job> {
    const lane = new Lane<Job>(found, this.#jobsPerExchange);
    this.#lanes.set(lane.id, lane);
    return lane;
  }

  /** Lets go of lanes without work; what is known of a target is kept for longer. */
  leave(lanes: readonly Lane<Job>[], nowMs: number): void {
    for (const lane of lanes) {
      lane.lose();
      if (lane.mayBeForgotten(nowMs)) this.#lanes.delete(lane.id);
    }
  }
}
