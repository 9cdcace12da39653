import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { atLeast, type FaultRow, noneOf } from './support/report.ts';
import { startTwoOfEach } from './support/two-of-each.ts';
import { underLoad } from './support/under-load.ts';

const ALERTS_EVERY_MS = 60;

/** Two processes for the API and two workers, each restarted in turn under load, again and again. */
export async function faultRolling({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const { struck, kept, ledger } = await underLoad(
    {
      seed,
      database: await startDatabaseServer(),
      start: (config) => startTwoOfEach(config),
      alertsEveryMs: ALERTS_EVERY_MS,
    },
    async (_, service) => {
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        await service.restartInTurn();
      }
      return cycles * service.parts;
    },
  );
  return [
    atLeast('restarts of a process under load', struck, 4),
    atLeast('requests', ledger.requests, 1),
    noneOf('of them failed', ledger.failures),
    ...kept,
  ];
}
