import { setTimeout as pause } from 'node:timers/promises';
import { loadPostgresBinaries } from './binaries.ts';
import { endLeftoverServer } from './end-leftover-server.ts';
import { makeDirectory } from './prepare-directory.ts';
import type { PostgresServer, PostgresServerOptions } from './server.ts';
import { startPostgresServer } from './server.ts';
import { serverPaths } from './server-paths.ts';
import { ClusterInUseError } from './start-failure.ts';

const leftoversWaitMs = 30_000;
const retryMs = 100;

/** Starts the server whatever state the last run left; the caller holds the folder's lock. */
export async function startRecoveredServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const { cluster } = serverPaths(await makeDirectory(options.directory));
  const binaries = await loadPostgresBinaries();
  const log = options.log ?? (() => undefined);
  const deadlineMs = performance.now() + leftoversWaitMs;
  for (;;) {
    await endLeftoverServer(cluster, binaries, log);
    try {
      return await startPostgresServer(options);
    } catch (error) {
      if (!(error instanceof ClusterInUseError) || performance.now() >= deadlineMs) {
        throw error;
      }
      await pause(retryMs);
    }
  }
}
