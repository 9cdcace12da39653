import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPostgresServer } from '../../src/sandbox/postgres/server.ts';
import { clusterOf, makeDataDir, makeEmptyDataDir, useClusterTemplate } from './data-folders.ts';
import { commitNote, isRunning, open, readNotes, readPostmasterPid, runSql, startHolder } from './support.ts';

useClusterTemplate();

test('what was committed after a first start is there after the next start', async () => {
  const dataDir = await makeEmptyDataDir();
  const first = await open({ dataDir, holder: 'service' });
  await commitNote(first.url, 'kept');
  await first.close();

  const second = await open({ dataDir, holder: 'service' });

  expect(await readNotes(second.url)).toEqual(['kept']);
});

test('close ends the server, and leaves no pid file, no running file and no lock behind', async () => {
  const dataDir = await makeDataDir();
  const database = await open({ dataDir, holder: 'service' });
  const postmasterPid = await readPostmasterPid(dataDir);

  await database.close();

  expect(isRunning(postmasterPid)).toBe(false);
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false);
  expect(existsSync(join(dataDir, 'running.json'))).toBe(false);
  const next = await open({ dataDir, holder: 'service' });
  await next.close();
});

test('the server is durable, speaks UTF-8, listens on the loopback address only and asks for the password', async () => {
  const dataDir = await makeDataDir();
  const { url } = await open({ dataDir, holder: 'service' });

  const [settings] = await runSql(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses,
            current_setting('unix_socket_directories') AS sockets, current_database() AS database,
            current_setting('server_encoding') AS encoding, lower('AÇÃO') AS folded`,
  );

  expect(settings).toEqual({
    fsync: 'on',
    addresses: '127.0.0.1',
    sockets: '',
    database: 'chargeback_alerts',
    encoding: 'UTF8',
    folded: 'ação',
  });
  const withWrongPassword = new URL(url);
  withWrongPassword.password = 'wrong';
  await expect(runSql(withWrongPassword.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('only the owner can read the password, the log and the running file', async () => {
  const dataDir = await makeDataDir();
  const { url } = await open({ dataDir, holder: 'service' });

  const modes = await Promise.all(
    ['postgres/password', 'postgres/server.log', 'running.json'].map(async (file) => {
      return (await stat(join(dataDir, file))).mode & 0o777;
    }),
  );
  expect(modes).toEqual([0o600, 0o600, 0o600]);
  const running: unknown = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8'));
  expect(running).toEqual({ holder: 'service', pid: process.pid, databaseUrl: url });
});

test('two folders have two servers at once', async () => {
  const [left, right] = await Promise.all(
    ['left', 'right'].map(async (name) => {
      const database = await open({ dataDir: await makeDataDir(), holder: 'service' });
      await commitNote(database.url, name);
      return database;
    }),
  );

  expect(await readNotes(left?.url ?? '')).toEqual(['left']);
  expect(await readNotes(right?.url ?? '')).toEqual(['right']);
});

test('a holder prints nothing of its own, and a Ctrl-C in its terminal does not reach the server', async () => {
  const dataDir = await makeDataDir();
  const holder = startHolder(dataDir, 'service');
  const url = await holder.url;
  const postmasterPid = await readPostmasterPid(dataDir);
  const processGroup = execFileSync('ps', ['-o', 'pgid=', '-p', String(postmasterPid)], { encoding: 'utf8' });

  expect(Number(processGroup)).toBe(postmasterPid);
  expect(await holder.close()).toEqual({ code: 0, stdout: `${url}\n`, stderr: '' });
});

test("a server that cannot start says why in PostgreSQL's own words", async () => {
  const directory = join(await makeDataDir(), 'postgres');

  const start = startPostgresServer({ directory, settings: { shared_buffers: 'plenty', fsync: 'off' } });

  await expect(start).rejects.toThrow('invalid value for parameter "shared_buffers": "plenty"');
});
