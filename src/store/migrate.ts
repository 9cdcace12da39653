import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Queryable, Sql, Transaction } from './connect.ts';
import { isLockRefused } from './database-errors.ts';
import { limitLockWait } from './limit-lock-wait.ts';
import { transact, transactPart } from './transact.ts';

const MIGRATIONS_FOLDER = new URL('../../migrations/', import.meta.url);
const MIGRATION_FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const OLDEST_SERVER_VERSION = 150_000;

export interface LockLimits {
  /** Everybody queues behind a migration that waits for a table, so it must not wait long. */
  readonly waitMs: number;
  /** In between, they all have their turn. */
  readonly pauseMs: number;
  readonly triesMax: number;
}

/** About five minutes in all. */
const LOCK_LIMITS: LockLimits = { waitMs: 500, pauseMs: 2000, triesMax: 120 };

export interface MigrateOptions {
  readonly lockLimits?: LockLimits;
  readonly log?: { warn(details: object, message: string): void };
}

/** Applies what is missing, in order, each file in one transaction and under a lock: several processes may start at once. */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<string[]> {
  await refuseOldServer(sql);
  const files = (await readdir(MIGRATIONS_FOLDER))
    .filter((name) => MIGRATION_FILE_NAME.test(name))
    .toSorted();
  const applied: string[] = [];
  let next: readonly string[];
  do {
    next = await transact(sql, (transaction) => applyNext(transaction, files, options));
    applied.push(...next);
  } while (next.length > 0);
  return applied;
}

async function applyNext(
  transaction: Transaction,
  files: readonly string[],
  options: MigrateOptions,
): Promise<readonly string[]> {
  await takeTurn(transaction);
  const known = await readApplied(transaction);
  refuseNewerSchema(known, files);
  const missing = files.filter((name) => !known.has(name));
  // An empty database serves nobody yet: all at once is faster, and leaves all or nothing.
  const next = known.size === 0 ? missing : missing.slice(0, 1);
  if (next.length > 0) await applyWhenFree(transaction, next, options);
  return next;
}

async function takeTurn(transaction: Queryable): Promise<void> {
  await transaction`set local statement_timeout = 0`;
  await transaction`set local idle_in_transaction_session_timeout = 0`;
  await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migrations})`;
}

async function readApplied(transaction: Queryable): Promise<ReadonlySet<string>> {
  await transaction`
    create table if not exists schema_migrations (
      name text primary key,
      applied_at timestamptz(3) not null default clock_timestamp()
    )`;
  const applied = await transaction<{ name: string }[]>`select name from schema_migrations`;
  return new Set(applied.map(({ name }) => name));
}

/** Keeps the turn in the pauses, so that others who want to migrate do not add their tries to these. */
async function applyWhenFree(
  transaction: Transaction,
  names: readonly string[],
  { lockLimits: { waitMs, pauseMs, triesMax } = LOCK_LIMITS, log }: MigrateOptions,
): Promise<void> {
  const migration = names.join(', ');
  await limitLockWait(transaction, waitMs);
  for (let tries = 1; ; tries += 1) {
    try {
      await transactPart(transaction, (part) => apply(part, names));
      return;
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      if (tries === triesMax) throw new Error(describeBusy(migration, triesMax), { cause: error });
    }
    if (tries === 1) log?.warn({ migration }, 'a table that the migration changes is in use; trying again');
    await pause(pauseMs);
  }
}

async function apply(transaction: Queryable, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await transaction.unsafe(await readFile(new URL(name, MIGRATIONS_FOLDER), 'utf8'));
    await transaction`insert into schema_migrations (name) values (${name})`;
  }
}

function describeBusy(migration: string, tries: number): string {
  return (
    `${migration} is not applied: at each of ${tries} tries a table that it changes was in use by a long transaction. ` +
    'Nothing of it is left in the database. Find that transaction as docs/operations.md describes under "Upgrading without ' +
    'a pause", let it end or end it, and migrate again.'
  );
}

async function refuseOldServer(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`
    select current_setting('server_version_num')::int as version`;
  if (row === undefined || row.version < OLDEST_SERVER_VERSION) {
    throw new Error('PostgreSQL 15 or newer is required');
  }
}

/** An older program on a newer schema would misread it; better not to start. */
function refuseNewerSchema(applied: ReadonlySet<string>, files: readonly string[]): void {
  const unknown = [...applied].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new Error(`The database is newer than this program: it has ${unknown.join(', ')}`);
  }
}
