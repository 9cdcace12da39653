import cluster, { type Worker } from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import { createRedealing } from './redeal-connections.ts';
import { RAN_WELL_MS, restartDelayMs } from './restart-delay.ts';
import { isServingNotice } from './serving-notice.ts';

export interface ProcessPlan {
  readonly count: number;
  /** What is different in the environment of one of them, the first being 0. */
  readonly environmentOf: (position: number) => Readonly<Record<string, string>>;
  readonly log: FastifyBaseLogger;
}

export interface KeptProcesses {
  /** Where they serve, all on one port; undefined for workers. */
  readonly url: string | undefined;
  /** Asks all to stop and waits until they have. */
  stop(): Promise<void>;
}

/** Starts that many processes like this one and replaces any that ends. Resolves once all of them serve. */
export async function keepProcesses(plan: ProcessPlan): Promise<KeptProcesses> {
  const redealUntaken = createRedealing();
  const fork = (position: number): Worker => {
    const worker = cluster.fork(plan.environmentOf(position));
    worker.on('error', (error) => {
      // A message met its end, or it never started; both are reported and handled elsewhere.
      plan.log.debug({ err: error }, 'a process of the service cannot be reached');
    });
    if (worker.isConnected()) redealUntaken(worker);
    return worker;
  };
  const places = Array.from(
    { length: plan.count },
    (_, position) => new Place(() => fork(position), plan.log),
  );
  const stop = async (): Promise<void> => void (await Promise.all(places.map((place) => place.stop())));
  try {
    const [url] = await Promise.all(places.map((place) => place.start()));
    return { url: url ?? undefined, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The place of one process, whichever process has it at the moment. */
class Place {
  readonly #forkOne: () => Worker;
  readonly #log: FastifyBaseLogger;
  #worker: Worker | undefined;
  #endsInARow = 0;
  #restartTimer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(forkOne: () => Worker, log: FastifyBaseLogger) {
    this.#forkOne = forkOne;
    this.#log = log;
  }

  /** The first start must succeed: what keeps a process from starting at all is for the operator to fix. */
  async start(): Promise<string | null> {
    const worker = this.#fork();
    const ended = whenEnded(worker);
    const endedEarly = ended.then(() => {
      throw new Error('A process of the service ended while it started');
    });
    const servingAt = await Promise.race([whenServing(worker), endedEarly]);
    void ended.then(() => this.#replace(worker));
    return servingAt;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restartTimer);
    if (this.#worker === undefined || this.#worker.isDead()) return;
    const ended = whenEnded(this.#worker);
    this.#worker.process.kill('SIGTERM');
    await ended;
  }

  #fork(): Worker {
    const startedAtMs = performance.now();
    const worker = this.#forkOne();
    this.#worker = worker;
    worker.once('exit', () => {
      const ranWell = performance.now() - startedAtMs >= RAN_WELL_MS;
      this.#endsInARow = ranWell ? 1 : this.#endsInARow + 1;
    });
    return worker;
  }

  #replace({ process: { pid, exitCode, signalCode } }: Worker): void {
    const details = { ended_pid: pid, exit_code: exitCode, signal: signalCode };
    this.#restartLater(details, 'a process of the service ended; another will replace it');
  }

  #restartLater(details: object, message: string): void {
    if (this.#isStopping) return;
    const delayMs = restartDelayMs(this.#endsInARow);
    this.#log.error({ ...details, restart_in_ms: delayMs }, message);
    this.#restartTimer = setTimeout(() => void this.#restart(), delayMs);
  }

  /** A machine that has no room for another process now may have it later; the other processes serve meanwhile. */
  async #restart(): Promise<void> {
    try {
      const worker = this.#fork();
      await whenEnded(worker);
      this.#replace(worker);
    } catch (error) {
      this.#endsInARow += 1;
      this.#restartLater({ err: error }, 'a process of the service cannot be started; trying again');
    }
  }
}

async function whenServing(worker: Worker): Promise<string | null> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (isServingNotice(message)) resolve(message.servingAt);
    });
  });
}

/** Rejects when it never started, since no exit is reported then. Any other error of a process leaves it running. */
async function whenEnded(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('exit', () => resolve());
    worker.on('error', (error) => {
      if (worker.process.pid !== undefined) return;
      reject(new Error(`A process of the service cannot be started: ${error.message}`, { cause: error }));
    });
  });
}
