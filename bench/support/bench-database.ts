import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresServer } from '../../src/sandbox/postgres/server.ts';
import { connectPatiently, type Sql } from '../../src/store/connect.ts';
import { migrate } from '../../src/store/migrate.ts';
import { encodeSecret } from '../../src/signing/standard-webhooks.ts';

export const BENCH_SECRET_KEY = 'a key for benchmarks only';

export interface BenchDatabase {
  readonly sql: Sql;
  readonly serverPid: number;
  /** The environment of a service on this database. */
  readonly environment: Record<string, string>;
  /** Transactions so far; a statement outside a transaction counts as one. */
  transactions(): Promise<number>;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own with fsync on, as in production. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'chargeback-alerts-bench-'));
  const server = await startPostgresServer({
    directory,
    settings: { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '30min' },
  });
  // Filling a table and building its indexes takes minutes.
  const sql = connectPatiently(server.url, { applicationName: 'bench', connectionsMax: 4 });
  await migrate(sql);
  const secret = encodeSecret(Buffer.alloc(32, 's'));
  return {
    sql,
    serverPid: server.pid,
    environment: {
      DATABASE_URL: server.url,
      SECRET_KEY: BENCH_SECRET_KEY,
      PROVIDER_A_SECRET: secret,
      PROVIDER_B_SECRET: secret,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: '0',
    },
    transactions: async () => {
      await sql`select pg_stat_force_next_flush()`;
      await sql`select pg_stat_clear_snapshot()`;
      const [row] = await sql<{ count: string }[]>`
        select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`;
      return Number(row?.count);
    },
    stop: async () => {
      await sql.end({ timeout: 5 });
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
