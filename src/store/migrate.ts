import { readdir, readFile } from 'node:fs/promises';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Sql } from './connect.ts';
import { transact } from './transact.ts';

const MIGRATIONS_FOLDER = new URL('../../migrations/', import.meta.url);
const MIGRATION_FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const OLDEST_SERVER_VERSION = 150_000;

/** Applies what is missing, in order, in one transaction and under a lock: several processes may start at once. */
export async function migrate(sql: Sql): Promise<string[]> {
  await refuseOldServer(sql);
  const files = (await readdir(MIGRATIONS_FOLDER))
    .filter((name) => MIGRATION_FILE_NAME.test(name))
    .toSorted();
  return transact(sql, async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local idle_in_transaction_session_timeout = 0`;
    await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migrations})`;
    await transaction`
      create table if not exists schema_migrations (
        name text primary key,
        applied_at timestamptz(3) not null default clock_timestamp()
      )`;
    const applied = await transaction<{ name: string }[]>`select name from schema_migrations`;
    const known = new Set(applied.map(({ name }) => name));
    refuseNewerSchema(known, files);
    const missing = files.filter((name) => !known.has(name));
    for (const name of missing) {
      await transaction.unsafe(await readFile(new URL(name, MIGRATIONS_FOLDER), 'utf8'));
      await transaction`insert into schema_migrations (name) values (${name})`;
    }
    return missing;
  });
}

async function refuseOldServer(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`
    select current_setting('server_version_num')::int as version`;
  if (row === undefined || row.version < OLDEST_SERVER_VERSION) {
    throw new Error('PostgreSQL 15 or newer is needed');
  }
}

/** An older program on a newer schema would misread it; better not to start. */
function refuseNewerSchema(applied: ReadonlySet<string>, files: readonly string[]): void {
  const unknown = [...applied].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new Error(`The database is newer than this program: it has ${unknown.join(', ')}`);
  }
}
