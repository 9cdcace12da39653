import { Child } from './child.ts';

/** What one kind of client asks. Without `seconds`, every request once; with it, over and over for that long. */
export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  /** Whole requests, as they go over the wire. */
  readonly requests: readonly string[];
  readonly seconds?: number;
  /** How long a connection rests after an answer. */
  readonly pauseMs?: number;
  /** How long it rests after a 503. */
  readonly refusedPauseMs?: number;
}

export interface LoadResult {
  readonly seconds: number;
  /** How many answers there were of each HTTP status. */
  readonly answers: Readonly<Record<number, number>>;
  /** Requests whose connection ended without an answer. */
  readonly failed: number;
  /** Of the requests that succeeded. */
  readonly ms: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** The clients of a benchmark, in a process of their own. */
export class Load {
  readonly #child = new Child('bench/processes/load.ts');

  /** All orders at the same time. */
  async runTogether(orders: readonly LoadOrder[]): Promise<readonly LoadResult[]> {
    return this.#child.ask<LoadResult[]>(orders);
  }

  /** One order, of which every request must succeed. */
  async run(order: LoadOrder): Promise<LoadResult> {
    const [result] = await this.runTogether([order]);
    if (result === undefined) throw new Error('The load had no result');
    if (result.failed > 0 || Object.keys(result.answers).join() !== '200')
      throw new Error(`Answered ${JSON.stringify(result.answers)}, ${result.failed} without an answer`);
    return result;
  }

  async stop(): Promise<void> {
    await this.#child.stop();
  }
}

export function answered({ answers }: LoadResult, status = 200): number {
  return answers[status] ?? 0;
}
