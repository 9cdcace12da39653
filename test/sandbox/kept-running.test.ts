import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { keepServerRunning } from '../../src/sandbox/postgres/keep-server-running.ts';
import type { PostgresServer } from '../../src/sandbox/postgres/server.ts';
import { driver } from '../../src/store/connection/driver.ts';
import { clusterOf, makeDataDir, useClusterTemplate } from './data-folders.ts';
import {
  commitNote,
  eventually,
  isRunning,
  killProcess,
  open,
  readNotes,
  readPostmasterPid,
} from './support.ts';

useClusterTemplate();

test('a server that is killed under the service comes back at the same URL with all committed data', async () => {
  const dataDir = await makeDataDir();
  const lost: string[] = [];
  const { url } = await open({ dataDir, holder: 'service', onLost: (reason) => lost.push(reason) });
  await commitNote(url, 'committed');
  const killedPid = await readPostmasterPid(dataDir);

  await killProcess(killedPid);
  await eventually(() => answers(url));

  expect(await readNotes(url)).toEqual(['committed']);
  expect(await readPostmasterPid(dataDir)).not.toBe(killedPid);
  expect(lost).toEqual([]);
});

test.runIf(process.platform !== 'win32')(
  'a query that outlives its killed server does not keep the next one from starting',
  async () => {
    const dataDir = await makeDataDir();
    const { url } = await open({ dataDir, holder: 'service' });
    const sql = driver(url, { max: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    const [backend] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    const watcher = driver(url, { max: 1 });
    onTestFinished(() => watcher.end({ timeout: 0 }));
    const endless = sql`SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b`;
    const failure = endless.then(
      () => 'none',
      (error: unknown) => String(error),
    );

    await eventually(async () => {
      const busy = await watcher`
        SELECT 1 FROM pg_stat_activity WHERE pid = ${backend?.pid ?? 0} AND query LIKE '%generate_series%'`;
      return busy.length === 1;
    });
    await killProcess(await readPostmasterPid(dataDir));
    await eventually(() => answers(url));

    expect(await failure).toMatch(/CONNECTION_CLOSED|ECONNRESET/);
    await eventually(() => !isRunning(backend?.pid ?? 0));
  },
);

test('a close while the server is being started again leaves no server behind', async () => {
  const dataDir = await makeDataDir();
  const database = await open({ dataDir, holder: 'service' });
  await killProcess(await readPostmasterPid(dataDir));

  await database.close();

  const pid = await readPostmasterPid(dataDir).catch(() => undefined);
  expect(pid === undefined || !isRunning(pid)).toBe(true);
});

test('lost files are never replaced by empty ones while the service runs', async () => {
  const dataDir = await makeDataDir();
  const messages: string[] = [];
  await open({ dataDir, holder: 'service', log: (message) => messages.push(message) });
  const postmasterPid = await readPostmasterPid(dataDir);
  await rename(clusterOf(dataDir), `${clusterOf(dataDir)}-taken-away`);

  await killProcess(postmasterPid);

  await eventually(() => messages.some((message) => message.endsWith('are gone.')));
  expect(existsSync(clusterOf(dataDir))).toBe(false);
});

test('the loss is told once when no try brings the server back', async () => {
  const lost: string[] = [];
  let tries = 0;
  const kept = await keepServerRunning({
    start: () => Promise.resolve(endedServer()),
    startAgain: () => {
      tries += 1;
      return Promise.reject(new Error(`try ${tries} failed`));
    },
    pausesBeforeTryMs: [0, 1, 1],
    log: () => undefined,
    onLost: (reason) => lost.push(reason),
  });

  await eventually(() => lost.length > 0);
  await kept.stop();

  expect(lost).toEqual(['try 3 failed']);
});

test('a server that dies again right after each start is given up', async () => {
  const lost: string[] = [];
  let starts = 0;
  const start = () => {
    starts += 1;
    return Promise.resolve(endedServer());
  };
  await keepServerRunning({
    start,
    startAgain: start,
    pausesBeforeTryMs: [0, 1, 1],
    log: () => undefined,
    onLost: (reason) => lost.push(reason),
  });

  await eventually(() => lost.length > 0);

  expect(starts).toBe(4);
  expect(lost).toEqual(['ended']);
});

function endedServer(): PostgresServer {
  return {
    url: 'postgres://nowhere',
    port: 1,
    pid: 1,
    exited: Promise.resolve('ended'),
    stop: () => Promise.resolve(),
  };
}

async function answers(url: string): Promise<boolean> {
  const sql = driver(url, { max: 1, connect_timeout: 1 });
  try {
    await sql`SELECT 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
