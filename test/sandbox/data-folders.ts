import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { loadPostgresBinaries } from '../../src/sandbox/postgres/binaries.ts';
import { endLeftoverServer } from '../../src/sandbox/postgres/end-leftover-server.ts';
import { startPostgresServer } from '../../src/sandbox/postgres/server.ts';

const memoryFolder = '/dev/shm';
const memoryNeededBytes = 1_000_000_000;

export function clusterOf(dataDir: string): string {
  return join(dataDir, 'postgres', 'cluster');
}

/** A new folder that is removed after the test, together with any server that still runs in it. */
export async function makeEmptyDataDir(parent = temporaryRoot()): Promise<string> {
  const dataDir = await makeOpenFolder(join(parent, 'sandbox-test-'));
  onTestFinished(() => removeDataDir(dataDir));
  return dataDir;
}

/** The same with a cluster in it, for tests that are not about the first start. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await makeEmptyDataDir();
  template ??= makeTemplate();
  execFileSync('cp', ['-Rp', join(await template, 'postgres'), dataDir]);
  return dataDir;
}

let template: Promise<string> | undefined;

/** Called by every file that makes a folder with a cluster: the one they are copied from goes with the file's last test. */
export function useClusterTemplate(): void {
  afterAll(async () => {
    if (template !== undefined) await removeDataDir(await template);
    template = undefined;
  });
}

async function makeTemplate(): Promise<string> {
  const dataDir = await makeOpenFolder(join(temporaryRoot(), 'sandbox-test-template-'));
  const server = await startPostgresServer({
    directory: join(dataDir, 'postgres'),
    settings: { fsync: 'off' },
  });
  await server.stop();
  return dataDir;
}

/** Temporary folders are closed to others, which the folders of users mostly are not. */
async function makeOpenFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix);
  await chmod(folder, 0o755);
  return folder;
}

async function removeDataDir(dataDir: string): Promise<void> {
  await endLeftoverServer(clusterOf(dataDir), await loadPostgresBinaries(), () => undefined);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** Memory where there is enough: some disks need seconds to remove one cluster. */
function temporaryRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize > memoryNeededBytes ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}
