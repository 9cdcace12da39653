import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { describeLooks, longestReturn, looksAt, watchThrough } from './support/looks.ts';
import { type FaultRow, none } from './support/report.ts';
import { startApiAndWorker, underLoad } from './support/under-load.ts';

const AWAY_MS = 60_000;
const ALERTS_EVERY_MS = 200;
const ANSWER_SECONDS_MAX = 5.5;

/** The database is away for a minute under load: said so honestly, taken up again by itself. */
export async function faultOutage({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const database = await startDatabaseServer();
  const { struck, kept } = await underLoad(
    { seed, database, start: startApiAndWorker, alertsEveryMs: ALERTS_EVERY_MS },
    (stand, { url }) =>
      watchThrough({ cycles, lastingMs: AWAY_MS }, url, stand, async () => {
        await database.stop();
        return () => database.start();
      }),
  );
  const served = looksAt(struck.looks, 'list', 'intake', 'ready').filter(({ status }) => status !== 503);
  return [
    ...describeLooks(struck.looks, ANSWER_SECONDS_MAX),
    none('requests served, or called ready for, without a database', served.length),
    longestReturn(struck.backAfterMs),
    ...kept,
  ];
}
