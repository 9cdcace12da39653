import { type ChildProcess, spawn } from 'node:child_process';
import type { PostgresBinaries } from './binaries.ts';
import type { Launcher } from './launcher.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { programEnvironment } from './run-program.ts';
import { openServerLog, type ServerLog } from './server-log.ts';
import type { ServerPaths } from './server-paths.ts';
import { settingArguments } from './server-settings.ts';
import { startFailure } from './start-failure.ts';
import { stopPostmaster } from './stop-postmaster.ts';
import { waitUntil } from './wait-until.ts';

const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 10;

/** The main process of a PostgreSQL server that we started and that accepts connections. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly exited: Promise<string>;
  hasExited(): boolean;
}

export interface PostmasterOptions {
  readonly paths: ServerPaths;
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
  readonly settings: Readonly<Record<string, string>>;
  readonly port: number;
}

export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const log = openServerLog(options.paths.logFile);
  const child = spawnPostmaster(options, log);
  const end = watchEnd(child, log);
  const pid = child.pid;
  if (pid === undefined) throw startFailure(await end.exited);
  const isReadyOrGone = async () => end.hasExited() || (await isReady(options.paths.cluster, pid));
  const answered = await waitUntil(isReadyOrGone, { waitMs: READY_WITHIN_MS, pollMs: LOOK_EVERY_MS });
  if (!answered) {
    await stopPostmaster(pid, options.binaries, end.hasExited);
    throw startFailure(`It was not ready after ${READY_WITHIN_MS / 1000} s. ${await end.exited}`);
  }
  if (end.hasExited()) throw startFailure(await end.exited);
  return { pid, port: options.port, exited: end.exited, hasExited: end.hasExited };
}

function spawnPostmaster(options: PostmasterOptions, log: ServerLog): ChildProcess {
  const { paths, binaries, launcher, settings, port } = options;
  const args = ['-D', paths.cluster, ...settingArguments({ ...settings, port: String(port) })];
  const { file, args: launchArgs, ...user } = launcher(binaries.postgres, args);
  return spawn(file, [...launchArgs], {
    ...user,
    cwd: paths.directory,
    env: programEnvironment(),
    stdio: ['ignore', log.descriptor, log.descriptor],
    // Its own process group: a terminal's Ctrl-C is for the service, which stops its database last.
    detached: true,
    windowsHide: true,
  });
}

function watchEnd(child: ChildProcess, log: ServerLog): Pick<Postmaster, 'exited' | 'hasExited'> {
  let hasExited = false;
  const exited = new Promise<string>((resolve) => {
    const finish = (reason: string) => {
      if (!hasExited) {
        hasExited = true;
        resolve(`${reason} The end of its log:\n${log.linesSinceStart()}`);
        log.close();
      }
    };
    child.once('error', (error) => finish(`PostgreSQL could not be run: ${error.message}.`));
    child.once('exit', (code, signal) => finish(`PostgreSQL ended with ${signal ?? `exit code ${code}`}.`));
  });
  return { exited, hasExited: () => hasExited };
}

async function isReady(cluster: string, pid: number): Promise<boolean> {
  const file = await readPostmasterFile(cluster);
  return file?.pid === pid && file.ready;
}
