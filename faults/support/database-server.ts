import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type PostgresServer,
  type PostgresServerOptions,
  startPostgresServer,
} from '../../src/sandbox/postgres/server.ts';
import { startRecoveredServer } from '../../src/sandbox/postgres/start-recovered-server.ts';
import type { Sql } from '../../src/store/connect.ts';
import type { Random } from './random.ts';

export interface DatabaseServer {
  readonly url: string;
  /** Ends the main process as a power cut does; what it left behind is for the next start. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  discard(): Promise<void>;
}

/** A durable PostgreSQL of the run's own, which keeps its port over every end. */
export async function startDatabaseServer(
  options: Partial<Pick<PostgresServerOptions, 'directory' | 'settings'>> = {},
): Promise<DatabaseServer> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'chargeback-alerts-faults-')));
  let server: PostgresServer = await startPostgresServer({ ...options, directory });
  const { url, port } = server;
  // A run that is ended early leaves no server behind.
  process.on('exit', () => {
    try {
      process.kill(server.pid, 'SIGQUIT');
    } catch {
      // It has ended by itself.
    }
  });
  return {
    url,
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    start: async () => {
      server = await startRecoveredServer({ ...options, directory, again: { port } });
    },
    stop: async () => server.stop(),
    discard: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Kills the process that serves one connection; PostgreSQL then ends all others and recovers. */
export async function killBackend(sql: Sql, random: Random): Promise<void> {
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name like 'chargeback-alerts%' order by pid`;
  if (backends.length > 0) process.kill(random.pick(backends).pid, 'SIGKILL');
}
