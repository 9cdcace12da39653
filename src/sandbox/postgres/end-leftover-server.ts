import { readdir, rm } from 'node:fs/promises';
import type { PostgresBinaries } from './binaries.ts';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';
import { exists, isPostmasterOf, readCommandLine, worksInDirectory } from './process-identity.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/** Ends what a killed service or a killed postmaster left behind, and nothing else. */
export async function endLeftoverServer(
  cluster: string,
  binaries: PostgresBinaries,
  log: (message: string) => void,
): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file === undefined) {
    return;
  }
  if (await isPostmasterOf(file.pid, cluster)) {
    log(`Ending the PostgreSQL (process ${file.pid}) that an earlier run left behind.`);
    await stopPostmaster(file.pid, binaries, async () => !(await isPostmasterOf(file.pid, cluster)));
  }
  await endLeftoverBackends(cluster);
  await removeMisleadingPostmasterFile(cluster);
}

/** A backend that is deep in a query does not notice that its postmaster died, and keeps the files in use. */
async function endLeftoverBackends(cluster: string): Promise<void> {
  if (process.platform !== 'linux') {
    return;
  }
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && (await isBackendOf(pid, cluster))) {
      killIfThere(pid);
    }
  }
}

async function isBackendOf(pid: number, cluster: string): Promise<boolean> {
  return (await worksInDirectory(pid, cluster)) && (await readCommandLine(pid)).startsWith('postgres: ');
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in between.
  }
}

/** PostgreSQL takes any living process with that number for its own postmaster, and would not start. */
async function removeMisleadingPostmasterFile(cluster: string): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file !== undefined && exists(file.pid)) {
    await rm(postmasterFilePath(cluster), { force: true });
  }
}
