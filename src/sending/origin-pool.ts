import { type buildConnector, Client, type Dispatcher } from 'undici';
import { HttpExchange } from './http-exchange.ts';
import type { SendResult } from './send-result.ts';

const CONNECTIONS_MAX = 16;
const ANSWER_BYTES_MAX = 16 * 1024;
const ANSWER_HEADER_BYTES_MAX = 16 * 1024;

/** How long an idle connection is kept when the server does not say how long it keeps it, and at most when it does. */
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MS_MAX = 30_000;

const CLIENT_OPTIONS: Client.Options = {
  pipelining: 1,
  allowH2: false,
  maxHeaderSize: ANSWER_HEADER_BYTES_MAX,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
  // The exchange has one timer of its own.
  headersTimeout: 0,
  bodyTimeout: 0,
};

interface Turn {
  readonly options: Dispatcher.DispatchOptions;
  readonly exchange: HttpExchange;
}

/**
 * The connections to one origin, each an undici client of its own. Requests beyond their number wait here and not in
 * undici's pool, whose queue cannot be left: behind a host that hangs, requests that nobody waits for would each
 * take their turn at connecting.
 */
export class OriginPool {
  /** Counts up over all pools: the smallest was used the longest ago. */
  lastTake = 0;
  readonly origin: string;
  readonly #connect: buildConnector.connector;
  readonly #clients: Client[] = [];
  /** The one used last is used first, so that connections that are not needed come to rest. */
  readonly #free: Client[] = [];
  readonly #waiting: Turn[] = [];
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(origin: string, connect: buildConnector.connector) {
    this.origin = origin;
    this.#connect = connect;
  }

  get isIdle(): boolean {
    return this.#free.length === this.#clients.length && this.#waiting.length === 0;
  }

  send(
    options: Dispatcher.DispatchOptions,
    timeoutMs: number,
    answerBytesMax = ANSWER_BYTES_MAX,
  ): Promise<SendResult> {
    const exchange = new HttpExchange(timeoutMs, answerBytesMax);
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
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  #startTurns(): void {
    while (this.#waiting.length > 0) {
      const client = this.#free.pop() ?? this.#addClient();
      if (client === undefined) return;
      this.#startTurn(client);
    }
  }

  /** Undefined when there are as many as there may be. */
  #addClient(): Client | undefined {
    if (this.#clients.length >= CONNECTIONS_MAX) return undefined;
    const client = new Client(this.origin, { connect: this.#connect, ...CLIENT_OPTIONS });
    this.#clients.push(client);
    return client;
  }

  #startTurn(client: Client): void {
    const turn = this.#waiting.shift();
    if (turn === undefined || turn.exchange.isSettled) this.#free.push(client);
    else turn.exchange.start(client, turn.options, () => this.#endTurn(client));
  }

  #endTurn(client: Client): void {
    this.#free.push(client);
    this.#startTurns();
    if (this.isIdle) this.#drained?.resolve();
  }
}
