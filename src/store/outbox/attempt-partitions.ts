import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Queryable, Sql } from '../connect.ts';
import { limitLockWait } from '../limit-lock-wait.ts';
import { transact } from '../transact.ts';

const LOCK_WAIT_MS = 2000;
const PARTITION_NAME = /^webhook_attempts_\d{8}$/;

/**
 * Makes the partitions of today and the days ahead, and drops those that are older than `keptDays`. Rows that came
 * before their day had a partition are in the default one, which then stays in charge of that day.
 */
export async function maintainAttemptPartitions(
  sql: Sql,
  daysAhead: number,
  keptDays: number,
): Promise<void> {
  await transact(sql, async (transaction) => {
    await limitLockWait(transaction, LOCK_WAIT_MS);
    await transaction`select pg_advisory_xact_lock(${ADVISORY_LOCKS.partitions})`;
    for (const day of await findMissingDays(transaction, daysAhead)) await addPartition(transaction, day);
    for (const name of await findOldPartitions(transaction, keptDays)) await dropPartition(transaction, name);
    await transaction`
      delete from webhook_attempts_undated
      where attempted_at < (clock_timestamp() at time zone 'UTC')::date - ${keptDays}::int`;
  });
}

async function findMissingDays(sql: Queryable, daysAhead: number): Promise<string[]> {
  const rows = await sql<{ day: string }[]>`
    select day::date as day
    from generate_series((clock_timestamp() at time zone 'UTC')::date,
      (clock_timestamp() at time zone 'UTC')::date + ${daysAhead}::int, '1 day') as day
    where to_regclass('webhook_attempts_' || to_char(day, 'YYYYMMDD')) is null
      and not exists (
        select 1 from webhook_attempts_undated
        where attempted_at >= day at time zone 'UTC' and attempted_at < (day + interval '1 day') at time zone 'UTC')`;
  return rows.map(({ day }) => day);
}

/** Made apart and attached, which keeps writers of other days going. */
async function addPartition(sql: Queryable, day: string): Promise<void> {
  const name = `webhook_attempts_${day.replaceAll('-', '')}`;
  await sql.unsafe(`create table ${name} (like webhook_attempts including all)`);
  await sql.unsafe(
    `alter table webhook_attempts attach partition ${name}
      for values from ('${day} 00:00:00+00') to (timestamptz '${day} 00:00:00+00' + interval '1 day')`,
  );
}

async function findOldPartitions(sql: Queryable, keptDays: number): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'webhook_attempts'::regclass
      and c.relname < 'webhook_attempts_' ||
        to_char((clock_timestamp() at time zone 'UTC')::date - ${keptDays}::int, 'YYYYMMDD')`;
  return rows.map(({ name }) => name).filter((name) => PARTITION_NAME.test(name));
}

async function dropPartition(sql: Queryable, name: string): Promise<void> {
  await sql.unsafe(`drop table ${name}`);
}
