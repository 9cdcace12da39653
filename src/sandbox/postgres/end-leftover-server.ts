import { rm } from 'node:fs/promises';
import type { PostgresBinaries } from './binaries.ts';
import { readClusterName } from './cluster-name.ts';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';
import { exists, findByCommandLine, readCommandLine } from './process-list.ts';
import { settingArguments } from './server-settings.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/** Ends what a killed service or a killed postmaster left behind, and nothing else. */
export async function endLeftoverServer(
  cluster: string,
  binaries: PostgresBinaries,
  log: (message: string) => void,
): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file === undefined) return;
  const clusterName = await readClusterName(cluster);
  if (await isPostmasterOf(clusterName, file.pid)) {
    log(`Ending the PostgreSQL (process ${file.pid}) that an earlier run left behind.`);
    await stopPostmaster(file.pid, binaries, async () => !(await isPostmasterOf(clusterName, file.pid)));
  }
  await endLeftoverBackends(clusterName);
  await removeMisleadingPostmasterFile(cluster);
}

async function isPostmasterOf(clusterName: string, pid: number): Promise<boolean> {
  const commandLine = await readCommandLine(pid);
  return commandLine.includes(` ${settingArguments({ cluster_name: clusterName }).join(' ')} `);
}

/** A backend that is deep in a query does not notice that its postmaster died, and keeps the files in use. */
async function endLeftoverBackends(clusterName: string): Promise<void> {
  for (const pid of await findByCommandLine(`postgres: ${clusterName}: `)) killIfThere(pid);
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
  if (file !== undefined && exists(file.pid)) await rm(postmasterFilePath(cluster), { force: true });
}
