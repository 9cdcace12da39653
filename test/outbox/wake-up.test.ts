import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWakeUp, type WakeUp } from '../../src/outbox/wake-up.ts';
import { connect, type Sql } from '../../src/store/connect.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { waitFor } from '../support/wait-for.ts';

const log = pino({ level: 'silent' });
const AWAY_MS = 700;

let database: TestDatabase;
let proxy: DatabaseProxy;
let workersSql: Sql;
let api: WakeUp;
let worker: WakeUp;
let wakes = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
  workersSql = connect(proxy.url, { applicationName: 'worker', connectionsMax: 2 });
  api = await startWakeUp(database.sql, log);
  worker = await startWakeUp(workersSql, log);
  worker.onSignal(() => (wakes += 1));
});
afterAll(async () => {
  await Promise.all([api.stop(), worker.stop()]);
  await workersSql.end({ timeout: 0 });
  await proxy.cut();
  await database.drop();
});

/** Whether one signal in another process wakes the worker; a listener that was just taken up wakes it once more. */
async function isWokenByAnother(): Promise<boolean> {
  const before = wakes;
  api.signal();
  await pause(200);
  return wakes > before;
}

async function endListening(): Promise<void> {
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'worker' and query ilike 'listen%'`;
}

async function acceptConnections(doesAccept: boolean): Promise<void> {
  await database.sql`update pg_database set datallowconn = ${doesAccept} where datname = current_database()`;
}

describe('a worker that listens for new work listens again by itself', () => {
  test('after its connection was ended', async () => {
    await endListening();
    expect(await waitFor('it to hear', isWokenByAnother)).toBe(true);
  });

  test('after the database refused connections for a while', async () => {
    await acceptConnections(false);
    await endListening();
    await pause(AWAY_MS);
    await acceptConnections(true);
    expect(await waitFor('it to hear', isWokenByAnother)).toBe(true);
  });

  test('after the database could not be reached for a while, and is awake at once', async () => {
    await proxy.cut();
    await pause(AWAY_MS);
    const before = wakes;
    await proxy.restore();
    await waitFor('it to look for what it missed', () => wakes > before);
    expect(await waitFor('it to hear', isWokenByAnother)).toBe(true);
  });
});
