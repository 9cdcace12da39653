import type { Queryable, Sql } from '../../src/store/connect.ts';
import { readDatabaseClock } from '../../src/store/read-database-clock.ts';
import { waitFor } from './wait-for.ts';

export interface HeldLock {
  /** Ends the transaction that holds the lock, one way or the other. */
  commit(): Promise<void>;
  rollBack(): Promise<void>;
}

/** Holds the row of an alert locked, as another answer in progress would. */
export async function lockAlert(sql: Sql, alertId: string): Promise<HeldLock> {
  return holdLock(sql, async (transaction) => {
    await transaction`select 1 from alerts where id = ${alertId} for update`;
    await transaction`update alerts set updated_at = updated_at where id = ${alertId}`;
  });
}

/** Holds a whole table, as a report that takes long or a statement that changes the table would. */
export async function lockTable(
  sql: Sql,
  table: string,
  mode: 'row exclusive' | 'access exclusive',
): Promise<HeldLock> {
  return holdLock(sql, (transaction) => transaction.unsafe(`lock table ${table} in ${mode} mode`));
}

/** In a transaction of its own. */
async function holdLock(sql: Sql, lock: (transaction: Queryable) => PromiseLike<unknown>): Promise<HeldLock> {
  const ending = Promise.withResolvers<'commit' | 'rollback'>();
  const locked = Promise.withResolvers<void>();
  const holding = sql
    .begin(async (transaction) => {
      await transaction`set local idle_in_transaction_session_timeout = 0`;
      await lock(transaction);
      locked.resolve();
      if ((await ending.promise) === 'rollback') throw new RolledBack();
    })
    .catch((error: unknown) => {
      locked.reject(error);
      if (!(error instanceof RolledBack)) throw error;
    });
  await locked.promise;
  return {
    commit: async () => {
      ending.resolve('commit');
      await holding;
    },
    rollBack: async () => {
      ending.resolve('rollback');
      await holding;
    },
  };
}

class RolledBack extends Error {}

/** The backends of this database that wait for a lock right now, once there are as many as expected. */
export async function waitForLockWaiters(sql: Sql, count = 1): Promise<number[]> {
  return waitFor(`${count} statement(s) to wait for a lock`, async () => {
    const waiting = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length >= count && waiting.map(({ pid }) => pid);
  });
}

/** Waits until the database's own clock has passed a moment. */
export async function waitForDatabaseClock(sql: Sql, moment: Date): Promise<void> {
  await waitFor(
    `the database clock to pass ${moment.toISOString()}`,
    async () => (await readDatabaseClock(sql)) > moment,
  );
}

/** Moves an alert so that its deadline falls this far ahead on the database's clock; returns the deadline. */
export async function setDeadlineAhead(sql: Sql, alertId: string, aheadMs: number): Promise<Date> {
  const [row] = await sql<{ expiresAt: Date }[]>`
    update alerts set
      expires_at = clock_timestamp() + ${aheadMs} * interval '1 ms',
      received_at = clock_timestamp() + ${aheadMs} * interval '1 ms' - interval '24 hours'
    where id = ${alertId}
    returning expires_at`;
  if (row === undefined) throw new Error('there is no such alert');
  return row.expiresAt;
}
