import { setTimeout as pause } from 'node:timers/promises';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { describeLooks, type Look, lookFor, looksAt, longestReturn, measureReturn } from './support/looks.ts';
import { type FaultRow, none } from './support/report.ts';
import { startApiAndWorker, underLoad } from './support/under-load.ts';

const BEFORE_MS = 3000;
const AWAY_MS = 60_000;
const ALERTS_EVERY_MS = 200;
const ANSWER_SECONDS_MAX = 5.5;

/** The database is away for a minute under load: said so honestly, taken up again by itself. */
export async function faultOutage({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const database = await startDatabaseServer();
  const looks: Look[] = [];
  const backAfterMs: number[] = [];
  const { kept } = await underLoad(
    { seed, database, start: startApiAndWorker, alertsEveryMs: ALERTS_EVERY_MS },
    async (stand, { url }) => {
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        await pause(BEFORE_MS);
        await database.stop();
        looks.push(...(await lookFor(AWAY_MS, url, stand)));
        await database.start();
        backAfterMs.push(await measureReturn(url, stand));
      }
    },
  );
  const served = looksAt(looks, 'list', 'intake', 'ready').filter(({ status }) => status !== 503);
  return [
    ...describeLooks(looks, ANSWER_SECONDS_MAX),
    none('requests served, or called ready for, without a database', served.length),
    longestReturn(backAfterMs),
    ...kept,
  ];
}
