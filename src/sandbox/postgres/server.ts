import { existsSync } from 'node:fs';
import { loadPostgresBinaries, type PostgresBinaries } from './binaries.ts';
import { readClusterName } from './cluster-name.ts';
import { createClusterIfMissing } from './create-cluster.ts';
import { readDatabaseUrl } from './database-url.ts';
import { findFreePort } from './free-port.ts';
import type { Launcher } from './launcher.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import { chooseLauncher, makeDirectory } from './prepare-directory.ts';
import { type ServerPaths, serverPaths } from './server-paths.ts';
import { serverSettings } from './server-settings.ts';
import { PortTakenError } from './start-failure.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const PORT_TRIES_MAX = 5;

export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves with the reason when the server has ended, whoever ended it. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Made when missing. The caller makes sure that no other server uses it. */
  readonly directory: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** A restart keeps its port, and must never replace lost files with empty ones. */
  readonly again?: { readonly port: number };
  readonly log?: (message: string) => void;
  readonly choosePort?: () => Promise<number>;
}

interface PreparedServer {
  readonly paths: ServerPaths;
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts a PostgreSQL of our own on the loopback address, with its files under the given folder. */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const startedMs = performance.now();
  const prepared = await prepareServer(options);
  const urlOnPort = await readDatabaseUrl(prepared.paths);
  const postmaster = await startOnPort(prepared, options);
  options.log?.(
    `PostgreSQL accepts connections on port ${postmaster.port} after ${Math.round(performance.now() - startedMs)} ms.`,
  );
  return {
    url: urlOnPort(postmaster.port),
    port: postmaster.port,
    pid: postmaster.pid,
    exited: postmaster.exited,
    stop: () => stopPostmaster(postmaster.pid, prepared.binaries, () => postmaster.hasExited()),
  };
}

async function prepareServer(options: PostgresServerOptions): Promise<PreparedServer> {
  const paths = serverPaths(await makeDirectory(options.directory));
  const settings = serverSettings(options.settings);
  const binaries = await loadPostgresBinaries();
  const launcher = await chooseLauncher(paths, binaries);
  if (options.again !== undefined && !existsSync(paths.cluster)) {
    throw new Error(`The files of the embedded PostgreSQL in ${paths.directory} are gone.`);
  }
  await createClusterIfMissing(paths, { binaries, launcher, durable: settings['fsync'] !== 'off' });
  const clusterName = await readClusterName(paths.cluster);
  return { paths, binaries, launcher, settings: { ...settings, cluster_name: clusterName } };
}

async function startOnPort(
  server: PreparedServer,
  { again, choosePort = findFreePort }: PostgresServerOptions,
): Promise<Postmaster> {
  for (let triesLeft = PORT_TRIES_MAX; ; triesLeft -= 1) {
    const port = again?.port ?? (await choosePort());
    try {
      return await startPostmaster({ ...server, port });
    } catch (error) {
      if (!(error instanceof PortTakenError) || again !== undefined || triesLeft <= 1) throw error;
    }
  }
}
