import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../src/config.ts';
import { Balancer } from './support/balancer.ts';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { atLeast, type FaultRow, noneOf } from './support/report.ts';
import { ServicePart } from './support/service-part.ts';
import { underLoad } from './support/under-load.ts';

const ALERTS_EVERY_MS = 60;
const BETWEEN_MS = 500;
const PARTS = 4;

/** Two processes for the API and two workers, each restarted in turn under load, again and again. */
export async function faultRolling({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const database = await startDatabaseServer();
  const { kept, ledger } = await underLoad(
    { seed, database, start: startTwoOfEach, alertsEveryMs: ALERTS_EVERY_MS },
    async (_, { apis, workers, balancer }) => {
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        for (const api of apis) {
          await balancer.takeOut(api.port);
          await api.restart();
          balancer.putIn(api.port);
          await pause(BETWEEN_MS);
        }
        for (const worker of workers) {
          await worker.restart();
          await pause(BETWEEN_MS);
        }
      }
    },
  );
  const requests = [...ledger.answersByStatus.values()].reduce((sum, count) => sum + count, 0);
  return [
    atLeast('restarts of a process under load', cycles * PARTS, 4),
    atLeast('requests', requests, 1),
    noneOf('of them failed', ledger.failures),
    ...kept,
  ];
}

async function startTwoOfEach(config: Config) {
  const apis = [await ServicePart.start(config, 'api'), await ServicePart.start(config, 'api')];
  const workers = [await ServicePart.start(config, 'worker'), await ServicePart.start(config, 'worker')];
  const balancer = await Balancer.start(apis.map(({ port }) => port));
  return { url: balancer.url, apis, workers, balancer, stop: () => balancer.stop() };
}
