import { type buildConnector, type Dispatcher, Pool } from 'undici';
import { Exchange } from './exchange.ts';
import type { SendResult } from './send-result.ts';

const CONNECTIONS_MAX = 16;
const ANSWER_BYTES_MAX = 16 * 1024;
const ANSWER_HEADER_BYTES_MAX = 16 * 1024;

/** How long an idle connection is kept when the server does not say how long it keeps it, and at most when it does. */
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MS_MAX = 30_000;

interface Turn {
  readonly options: Dispatcher.DispatchOptions;
  readonly exchange: Exchange;
}

/**
 * The connections to one origin. Requests beyond their number wait here and not in undici, whose queue cannot be left:
 * behind a host that hangs, requests that nobody waits for any more would each take their turn at connecting.
 */
export class OriginPool {
  readonly #pool: Pool;
  readonly #waiting: Turn[] = [];
  #running = 0;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(origin: string, connect: buildConnector.connector) {
    this.#pool = new Pool(origin, {
      connect,
      connections: CONNECTIONS_MAX,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: ANSWER_HEADER_BYTES_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
      // The exchange has one timer of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  send(
    options: Dispatcher.DispatchOptions,
    timeoutMs: number,
    answerBytesMax = ANSWER_BYTES_MAX,
  ): Promise<SendResult> {
    const exchange = new Exchange(timeoutMs, answerBytesMax, this.#endTurn);
    this.#waiting.push({ options, exchange });
    this.#startTurns();
    return exchange.result;
  }

  /** Closes the connections once the last request is over. */
  async close(): Promise<void> {
    if (!this.isIdle) {
      this.#drained = Promise.withResolvers();
      await this.#drained.promise;
    }
    await this.#pool.close();
  }

  #startTurns(): void {
    while (this.#running < CONNECTIONS_MAX) {
      const turn = this.#waiting.shift();
      if (turn === undefined) return;
      if (turn.exchange.isSettled) continue;
      this.#running += 1;
      this.#pool.dispatch(turn.options, turn.exchange);
    }
  }

  readonly #endTurn = (): void => {
    this.#running -= 1;
    this.#startTurns();
    if (this.isIdle) this.#drained?.resolve();
  };
}
