import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../src/config.ts';
import { Balancer } from './balancer.ts';
import { type PartOptions, ServicePart } from './service-part.ts';

const BETWEEN_MS = 500;

/** Two processes for the API behind a balancer, and two workers. */
export interface TwoOfEach {
  readonly url: string;
  readonly parts: number;
  /** One after the other, as a deployment does; with other options if they are given. */
  restartInTurn(options?: PartOptions): Promise<void>;
  stop(): void;
}

export async function startTwoOfEach(config: Config, options: PartOptions = {}): Promise<TwoOfEach> {
  const start = (only: 'api' | 'worker'): Promise<ServicePart> => ServicePart.start(config, only, options);
  const apis = [await start('api'), await start('api')];
  const workers = [await start('worker'), await start('worker')];
  const balancer = await Balancer.start(apis.map(({ port }) => port));
  return {
    url: balancer.url,
    parts: apis.length + workers.length,
    restartInTurn: async (newOptions) => {
      for (const api of apis) {
        await balancer.takeOut(api.port);
        await api.restart(newOptions);
        balancer.putIn(api.port);
        await pause(BETWEEN_MS);
      }
      for (const worker of workers) {
        await worker.restart(newOptions);
        await pause(BETWEEN_MS);
      }
    },
    stop: () => balancer.stop(),
  };
}
