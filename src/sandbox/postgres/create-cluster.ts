import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import type { Launcher } from './launcher.ts';
import { runProgram } from './run-program.ts';
import { lastLines } from './server-log.ts';
import { DATABASE_NAME, type ServerPaths, SUPERUSER_NAME } from './server-paths.ts';
import { settingArguments, SHARED_MEMORY_SETTINGS } from './server-settings.ts';

const CREATED_WITHIN_MS = 120_000;
const UNFINISHED_PREFIX = 'unfinished-';

interface ClusterTools {
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
  /** False only for throw-away clusters, whose owner gave up durability for speed. */
  readonly durable: boolean;
}

/**
 * Builds the cluster under another name and renames it when it is complete. A build that was killed therefore leaves
 * nothing that could be mistaken for a cluster, and each build has its own name, because a killed build may live on.
 */
export async function createClusterIfMissing(paths: ServerPaths, tools: ClusterTools): Promise<void> {
  await removeUnfinished(paths.directory);
  if (existsSync(paths.cluster)) return;
  const unfinished = join(paths.directory, UNFINISHED_PREFIX + randomBytes(6).toString('hex'));
  await writeNewPassword(paths);
  await runInitdb(unfinished, paths, tools);
  await createDatabase(unfinished, paths, tools);
  await rename(unfinished, paths.cluster);
  await syncDirectory(paths.directory);
}

async function removeUnfinished(directory: string): Promise<void> {
  const names = await readdir(directory);
  for (const name of names.filter((candidate) => candidate.startsWith(UNFINISHED_PREFIX))) {
    // A build that lives on may put files back; what stays is removed at the next start.
    await rm(join(directory, name), { recursive: true, force: true }).catch(() => {});
  }
}

async function writeNewPassword(paths: ServerPaths): Promise<void> {
  const owner = await stat(paths.directory);
  const unfinished = join(paths.directory, `${UNFINISHED_PREFIX}password`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(randomBytes(32).toString('base64url'));
    await file.sync();
  } finally {
    await file.close();
  }
  await chown(unfinished, owner.uid, owner.gid);
  await rename(unfinished, paths.passwordFile);
}

async function runInitdb(cluster: string, paths: ServerPaths, tools: ClusterTools): Promise<void> {
  const args = [
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER_NAME}`,
    `--pwfile=${paths.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in provider sorts and folds case alike on every platform.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...settingArguments(SHARED_MEMORY_SETTINGS),
    ...(tools.durable ? [] : ['--no-sync']),
  ];
  const result = await runProgram(tools.launcher(tools.binaries.initdb, args), {
    waitMs: CREATED_WITHIN_MS,
    directory: paths.directory,
  });
  failUnless(result.succeeded, paths.directory, result.output);
}

/** Single-user mode needs no port, so that the cluster is complete before anybody can see it. */
async function createDatabase(cluster: string, paths: ServerPaths, tools: ClusterTools): Promise<void> {
  const settings = settingArguments({
    ...SHARED_MEMORY_SETTINGS,
    exit_on_error: 'on',
    fsync: tools.durable ? 'on' : 'off',
  });
  const args = ['--single', '-D', cluster, ...settings, 'postgres'];
  const result = await runProgram(tools.launcher(tools.binaries.postgres, args), {
    waitMs: CREATED_WITHIN_MS,
    directory: paths.directory,
    input: `CREATE DATABASE ${DATABASE_NAME};\n`,
  });
  failUnless(result.succeeded, paths.directory, result.output);
}

function failUnless(succeeded: boolean, directory: string, output: string): void {
  if (!succeeded) {
    throw new Error(`PostgreSQL could not create its files in ${directory}:\n${lastLines(output)}`);
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a folder to sync it, and keeps renames in its journal.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
