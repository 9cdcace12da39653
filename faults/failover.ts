import { setTimeout as pause } from 'node:timers/promises';
import type { FaultOptions } from './support/fault-options.ts';
import { ReplicatedDatabase } from './support/replicated-database.ts';
import { atMost, type FaultRow } from './support/report.ts';
import { startApiAndWorker, underLoad } from './support/under-load.ts';

const ALERTS_EVERY_MS = 60;
const BEFORE_MS = 4000;
/** What somebody, or a program that watches, takes to notice. */
const NOTICED_AFTER_MS = 1000;
const AFTER_MS = 12_000;
const OUTAGE_SECONDS_MAX = 10;

/** The primary is killed under load and its standby promoted: the service finds it by itself and nothing is missing. */
export async function faultFailover({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const rows: FaultRow[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) rows.push(...(await failOver(seed + cycle)));
  return rows;
}

async function failOver(seed: number): Promise<FaultRow[]> {
  const database = await ReplicatedDatabase.start();
  const { struck, kept, ledger } = await underLoad(
    { seed, database, start: startApiAndWorker, alertsEveryMs: ALERTS_EVERY_MS },
    async () => {
      await pause(BEFORE_MS);
      const killedAtMs = performance.now();
      await database.killPrimary();
      await pause(NOTICED_AFTER_MS);
      await database.promoteStandby();
      const promotedAtMs = performance.now();
      await pause(AFTER_MS);
      return { killedAtMs, promotedAtMs };
    },
  );
  const { killedAtMs, promotedAtMs } = struck;
  const promotion = ((promotedAtMs - killedAtMs) / 1000).toFixed(1);
  return [
    ...kept,
    atMost(
      `longest time without a success; the standby was promoted after ${promotion} s`,
      ledger.longestSilenceMs(killedAtMs, promotedAtMs + AFTER_MS) / 1000,
      OUTAGE_SECONDS_MAX,
      's',
    ),
  ];
}
