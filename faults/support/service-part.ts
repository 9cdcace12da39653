import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../src/config.ts';
import { findFreePort } from '../../src/sandbox/postgres/free-port.ts';
import {
  type ProcessOptions,
  type ServiceProcess,
  startServiceProcess,
} from '../../test/support/worker-process.ts';

const START_AGAIN_AFTER_MS = 300;
const START_TRIES_MAX = 200;

export interface PartOptions extends ProcessOptions {
  readonly environment?: Record<string, string>;
}

/** A process of the service that keeps its port, under a supervisor that starts it again until it serves. */
export class ServicePart {
  readonly #config: Config;
  readonly #only: 'api' | 'worker';
  readonly #port: number;
  #options: PartOptions;
  #process: ServiceProcess | undefined;

  private constructor(config: Config, only: 'api' | 'worker', port: number, options: PartOptions) {
    this.#config = config;
    this.#only = only;
    this.#port = port;
    this.#options = options;
  }

  static async start(
    config: Config,
    only: 'api' | 'worker',
    options: PartOptions = {},
  ): Promise<ServicePart> {
    const part = new ServicePart(config, only, await findFreePort(), options);
    await part.start();
    return part;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    const environment = { PORT: String(this.#port), ...this.#options.environment };
    for (let triesLeft = START_TRIES_MAX; triesLeft > 0 && this.#process === undefined; triesLeft -= 1) {
      this.#process = await startServiceProcess(this.#config, this.#only, environment, {
        isQuiet: true,
        ...this.#options,
      }).catch(async () => pause(START_AGAIN_AFTER_MS, undefined));
    }
    if (this.#process === undefined) throw new Error(`the ${this.#only} does not start`);
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
    this.#process = undefined;
  }

  /** In order, as a deployment does; with other options if they are given. */
  async restart(options = this.#options): Promise<void> {
    this.#options = options;
    await this.#process?.stop();
    this.#process = undefined;
    await this.start();
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.signal(signal);
  }
}
