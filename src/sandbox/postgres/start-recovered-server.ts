import { setTimeout as pause } from 'node:timers/promises';
import { loadPostgresBinaries } from './binaries.ts';
import { endLeftoverServer } from './end-leftover-server.ts';
import { makeDirectory } from './prepare-directory.ts';
import { type PostgresServer, type PostgresServerOptions, startPostgresServer } from './server.ts';
import { serverPaths } from './server-paths.ts';
import { ClusterInUseError } from './start-failure.ts';

const LEFTOVERS_GONE_WITHIN_MS = 30_000;
const RETRY_EVERY_MS = 100;

/** Starts the server whatever state the last run left; the caller holds the folder's lock. */
export async function startRecoveredServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const { cluster } = serverPaths(await makeDirectory(options.directory));
  const binaries = await loadPostgresBinaries();
  const log = options.log ?? (() => undefined);
  const deadlineMs = performance.now() + LEFTOVERS_GONE_WITHIN_MS;
  for (;;) {
    await endLeftoverServer(cluster, binaries, log);
    try {
      return await startPostgresServer(options);
    } catch (error) {
      if (!(error instanceof ClusterInUseError) || performance.now() >= deadlineMs) throw error;
      await pause(RETRY_EVERY_MS);
    }
  }
}
