import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresServer } from './server.ts';

const usualPausesBeforeTryMs = [0, 200, 1_000, 3_000, 10_000];
/** A server that lived this long was healthy, so that its end begins a new count of tries. */
const healthyAfterMs = 60_000;

export interface KeptServer {
  readonly url: string;
  stop(): Promise<void>;
}

interface KeepOptions {
  readonly start: () => Promise<PostgresServer>;
  readonly startAgain: (port: number) => Promise<PostgresServer>;
  readonly pausesBeforeTryMs?: readonly number[];
  readonly log: (message: string) => void;
  readonly onLost: (reason: string) => void;
}

/** Starts a server, and starts it again on the same port whenever it ends unasked, so that its URL stays valid. */
export async function keepServerRunning(options: KeepOptions): Promise<KeptServer> {
  const first = await options.start();
  const keeper = new ServerKeeper(options, first);
  return { url: first.url, stop: () => keeper.stop() };
}

class ServerKeeper {
  readonly #options: KeepOptions;
  readonly #port: number;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;
  #server: PostgresServer;
  #startedMs = performance.now();
  #tries = 0;

  constructor(options: KeepOptions, first: PostgresServer) {
    this.#options = options;
    this.#port = first.port;
    this.#server = first;
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#server.stop(), this.#watching]);
  }

  async #watch(): Promise<void> {
    for (;;) {
      const reason = await this.#server.exited;
      if (this.#stopping.signal.aborted) {
        return;
      }
      this.#options.log(`The embedded PostgreSQL ended unexpectedly; it is started again. ${reason}`);
      const restarted = await this.#restart(reason);
      if (restarted === undefined) {
        return;
      }
      this.#server = restarted;
      if (this.#stopping.signal.aborted) {
        await restarted.stop();
      }
    }
  }

  async #restart(endReason: string): Promise<PostgresServer | undefined> {
    let reason = endReason;
    this.#forgetTriesOfHealthyServer();
    const pausesMs = this.#options.pausesBeforeTryMs ?? usualPausesBeforeTryMs;
    for (const pauseMs of pausesMs.slice(this.#tries)) {
      this.#tries += 1;
      await pause(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) {
        return undefined;
      }
      try {
        const server = await this.#options.startAgain(this.#port);
        this.#startedMs = performance.now();
        return server;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        this.#options.log(reason);
      }
    }
    this.#options.onLost(reason);
    return undefined;
  }

  #forgetTriesOfHealthyServer(): void {
    if (performance.now() - this.#startedMs >= healthyAfterMs) {
      this.#tries = 0;
    }
  }
}
