import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Sql } from '../src/store/connect.ts';
import { waitFor } from '../test/support/wait-for.ts';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { describeLooks, longestReturn, watchThrough } from './support/looks.ts';
import { type FaultRow, titled } from './support/report.ts';
import type { Stand } from './support/stand.ts';
import { startApiAndWorker, underLoad } from './support/under-load.ts';

const ALERTS_EVERY_MS = 100;
const FULL_MS = 15_000;
/** A handler that has not answered by then is answered for. */
const ANSWER_SECONDS_MAX = 11;
const CONNECTIONS_MAX = 40;
const TRY_EVERY_MS = 5;

/** No connection is to be had, from the server or from the service's own pool. */
export async function faultPool(options: FaultOptions): Promise<FaultRow[]> {
  return [
    ...(await fillPool('connections taken', options, takeAllConnections)),
    ...(await fillPool('table locked', options, lockAlerts)),
  ];
}

type Fill = (databaseUrl: string, stand: Stand) => Promise<() => Promise<void>>;

async function fillPool(name: string, { seed, cycles }: FaultOptions, fill: Fill): Promise<FaultRow[]> {
  const database = await startDatabaseServer({ settings: { max_connections: String(CONNECTIONS_MAX) } });
  const { struck, kept } = await underLoad(
    { seed, database, start: startApiAndWorker, alertsEveryMs: ALERTS_EVERY_MS },
    (stand, { url }) =>
      watchThrough({ cycles, lastingMs: FULL_MS }, url, stand, () => fill(database.url, stand)),
  );
  return titled(name, [
    ...describeLooks(struck.looks, ANSWER_SECONDS_MAX),
    longestReturn(struck.backAfterMs),
    ...kept,
  ]);
}

/** Others take every connection the server has to give, and then those that the service loses one after the other. */
async function takeAllConnections(databaseUrl: string, { sql }: Stand): Promise<() => Promise<void>> {
  const others = Array.from({ length: CONNECTIONS_MAX }, () =>
    connect(databaseUrl, { applicationName: 'others', connectionsMax: 1 }),
  );
  const enough = new AbortController();
  const taking = others.map(async (other) => {
    while (!enough.signal.aborted && !(await isOpen(other))) await pause(TRY_EVERY_MS);
  });
  await waitFor('others to have every connection', async () => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'chargeback-alerts%'`;
    const kept = await sql`
      select 1 from pg_stat_activity where application_name in ('others', 'faults')`;
    return kept.length === CONNECTIONS_MAX;
  });
  return async () => {
    enough.abort();
    await Promise.all(taking);
    await Promise.all(others.map(async (other) => other.end({ timeout: 1 })));
  };
}

/** An open connection is kept for as long as its pool is. */
async function isOpen(pool: Sql): Promise<boolean> {
  return pool`select 1`.then(
    () => true,
    () => false,
  );
}

/** Whoever needs the table of alerts waits, and each that waits keeps a connection of the service's own pool. */
async function lockAlerts(databaseUrl: string): Promise<() => Promise<void>> {
  const other = connect(databaseUrl, { applicationName: 'others', connectionsMax: 1 });
  const locked = Promise.withResolvers<void>();
  const enough = Promise.withResolvers<void>();
  const holding = other.begin(async (transaction) => {
    await transaction`set local idle_in_transaction_session_timeout = 0`;
    await transaction`lock table alerts in access exclusive mode`;
    locked.resolve();
    await enough.promise;
  });
  await Promise.race([locked.promise, holding]);
  return async () => {
    enough.resolve();
    await holding;
    await other.end();
  };
}
