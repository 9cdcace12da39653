import { setTimeout as pause } from 'node:timers/promises';
import { Balancer } from './support/balancer.ts';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { startLoad } from './support/load.ts';
import { Random } from './support/random.ts';
import { atLeast, type FaultRow, noneOf } from './support/report.ts';
import { ServicePart } from './support/service-part.ts';
import { openStand } from './support/stand.ts';
import { verify, waitUntilAllIsDone } from './support/verify.ts';

const ALERTS_EVERY_MS = 60;
const BETWEEN_MS = 500;

/** Two processes for the API and two workers, each restarted in turn under load, again and again. */
export async function faultRolling({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const database = await startDatabaseServer();
  const stand = await openStand({ databaseUrl: database.url });
  const { config, company, ledger, sql } = stand;
  const apis = [await ServicePart.start(config, 'api'), await ServicePart.start(config, 'api')];
  const workers = [await ServicePart.start(config, 'worker'), await ServicePart.start(config, 'worker')];
  const balancer = await Balancer.start(apis.map(({ port }) => port));
  const load = startLoad({
    url: balancer.url,
    company,
    ledger,
    random: new Random(seed),
    everyMs: ALERTS_EVERY_MS,
  });
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    for (const api of apis) {
      await balancer.takeOut(api.port);
      await api.stop();
      await api.start();
      balancer.putIn(api.port);
      await pause(BETWEEN_MS);
    }
    for (const worker of workers) {
      await worker.stop();
      await worker.start();
      await pause(BETWEEN_MS);
    }
  }
  await load.stop();
  await waitUntilAllIsDone(sql);
  const rows = await verify(sql, { ...stand, requests: stand.receiver.requests });
  const requests = [...ledger.answersByStatus.values()].reduce((sum, count) => sum + count, 0);
  balancer.stop();
  await stand.close();
  await database.discard();
  return [
    atLeast('restarts of a process under load', cycles * (apis.length + workers.length), 4),
    atLeast('requests', requests, 1),
    noneOf('of them failed', ledger.failures),
    ...rows,
  ];
}
