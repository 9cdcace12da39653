import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clusterOf, makeDataDir, makeEmptyDataDir, useClusterTemplate } from './data-folders.ts';
import {
  commitNote,
  eventually,
  isRunning,
  killProcess,
  open,
  readNotes,
  readPostmasterPid,
  startHolder,
} from './support.ts';

useClusterTemplate();

test('after kill -9 of the service, the next one ends the orphaned server and finds all committed data', async () => {
  const dataDir = await makeDataDir();
  const killed = startHolder(dataDir, 'service');
  await commitNote(await killed.url, 'committed');
  const orphanPid = await readPostmasterPid(dataDir);
  await killed.kill();
  expect(isRunning(orphanPid)).toBe(true);

  const { url } = await open({ dataDir, holder: 'service' });

  expect(isRunning(orphanPid)).toBe(false);
  expect(await readNotes(url)).toEqual(['committed']);
});

test('after kill -9 of the service and of its postmaster, the next start finds all committed data', async () => {
  const dataDir = await makeDataDir();
  const killed = startHolder(dataDir, 'service');
  await commitNote(await killed.url, 'committed');
  const postmasterPid = await readPostmasterPid(dataDir);
  await killed.kill();
  await killProcess(postmasterPid);

  const { url } = await open({ dataDir, holder: 'service' });

  expect(await readNotes(url)).toEqual(['committed']);
});

test('after kill -9 of a command, the next command recovers', async () => {
  const dataDir = await makeDataDir();
  const killed = startHolder(dataDir, 'command');
  await commitNote(await killed.url, 'committed');
  await killed.kill();

  const { url } = await open({ dataDir, holder: 'command' });

  expect(await readNotes(url)).toEqual(['committed']);
});

test('a pid file that names an unrelated living process neither stops the start nor harms that process', async () => {
  const dataDir = await makeDataDir();
  const first = await open({ dataDir, holder: 'service' });
  await commitNote(first.url, 'kept');
  const pidFile = join(clusterOf(dataDir), 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8');
  await first.close();
  const bystander = await startProcessOfOwner(clusterOf(dataDir));
  await writeFile(pidFile, content.replace(/^\d+/u, String(bystander.pid)));

  const { url } = await open({ dataDir, holder: 'service' });

  expect(await readNotes(url)).toEqual(['kept']);
  expect(bystander.exitCode).toBeNull();
  expect(bystander.signalCode).toBeNull();
});

/** PostgreSQL only minds living processes of its own user. */
async function startProcessOfOwner(path: string) {
  const { uid, gid } = await stat(path);
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  const child = spawn('sleep', ['60'], { ...user, cwd: '/', stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

test('a first start that was killed while it created the files is done again', async () => {
  const dataDir = await makeEmptyDataDir();
  const killed = startHolder(dataDir, 'service');
  killed.url.catch(() => undefined);
  await eventually(() => unfinishedFiles(dataDir).includes('global'));
  await killed.kill();
  expect(unfinishedFiles(dataDir)).toContain('global');

  const { url } = await open({ dataDir, holder: 'service' });
  await commitNote(url, 'usable');

  expect(await readNotes(url)).toEqual(['usable']);
  expect(unfinishedFiles(dataDir)).toEqual([]);
});

function unfinishedFiles(dataDir: string): string[] {
  try {
    const directory = join(dataDir, 'postgres');
    const unfinished = readdirSync(directory).filter((name) => /^unfinished-[0-9a-f]+$/u.test(name));
    return unfinished.flatMap((name) => readdirSync(join(directory, name)));
  } catch {
    return [];
  }
}
