import { chmod, chown, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadPostgresBinaries } from '../../src/sandbox/postgres/binaries.ts';
import { clusterOf, makeDataDir, makeEmptyDataDir, useClusterTemplate } from './data-folders.ts';
import {
  commitNote,
  eventually,
  isRoot,
  killProcess,
  open,
  readNotes,
  readPostmasterPid,
  startHolder,
} from './support.ts';

useClusterTemplate();

const repository = fileURLToPath(new URL('../..', import.meta.url));

test.runIf(isRoot)(
  'root gives only the postgres folder away, and runs the server as its new owner',
  async () => {
    const dataDir = await makeDataDir();
    await open({ dataDir, holder: 'service' });

    const owner = (await stat(clusterOf(dataDir))).uid;
    expect(owner).not.toBe(0);
    expect((await stat(`/proc/${await readPostmasterPid(dataDir)}`)).uid).toBe(owner);
    const others = ['', 'postgres.lock', 'running.json'].map((name) => stat(join(dataDir, name)));
    expect((await Promise.all(others)).map((found) => found.uid)).toEqual([0, 0, 0]);
  },
);

test.runIf(isRoot)('root can use files that were copied and now belong to root', async () => {
  const dataDir = await makeDataDir();
  const first = await open({ dataDir, holder: 'service' });
  await commitNote(first.url, 'copied');
  await first.close();
  for (const name of await readdir(dataDir, { recursive: true })) {
    await chown(join(dataDir, name), 0, 0);
  }

  const { url } = await open({ dataDir, holder: 'service' });

  expect(await readNotes(url)).toEqual(['copied']);
});

test.runIf(isRoot)(
  'a checkout and a data folder that only root can enter work, also through restart and recovery',
  async () => {
    const closed = await makeEmptyDataDir();
    await chmod(closed, 0o700);
    const script = await copyCheckout(join(closed, 'checkout'));
    const dataDir = await makeEmptyDataDir(closed);
    const first = startHolder(dataDir, 'service', script);
    await commitNote(await first.url, 'before the restart');
    expect(await first.close()).toMatchObject({ code: 0, stderr: '' });

    const second = startHolder(dataDir, 'service', script);
    const url = await second.url;
    await commitNote(url, 'before the crash');
    const crashedPid = await readPostmasterPid(dataDir);
    await killProcess(crashedPid);
    await eventually(async () => (await readPostmasterPid(dataDir).catch(() => crashedPid)) !== crashedPid);
    await second.kill();

    const third = startHolder(dataDir, 'service', script);
    expect(await readNotes(await third.url)).toEqual(['before the crash', 'before the restart']);
    expect(await third.close()).toMatchObject({ code: 0, stderr: '' });
  },
);

/** Just enough of a checkout to run a holder from, with the PostgreSQL programs in the closed folder too. */
async function copyCheckout(checkout: string): Promise<string> {
  const binaries = await loadPostgresBinaries();
  const packageDir = join(dirname(binaries.postgres), '..', '..');
  const script = join('test', 'sandbox', 'holder-process.ts');
  await mkdir(checkout);
  await writeFile(join(checkout, 'package.json'), '{"type":"module"}');
  const source = [join('src', 'loops'), join('src', 'sandbox', 'postgres')];
  for (const path of [...source, script, packageDir.slice(repository.length)]) {
    await cp(join(repository, path), join(checkout, path), { recursive: true, verbatimSymlinks: true });
  }
  return join(checkout, script);
}
