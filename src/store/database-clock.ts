import { readDatabaseClock } from './clock.ts';
import type { Sql } from './connect.ts';

const COMPARE_EVERY_MS = 10_000;

export interface DatabaseClock {
  readonly now: () => Date;
  readonly stop: () => void;
}

/**
 * The database's time without a question each time: compared every few seconds and carried on by the monotonic clock
 * in between. Good to some milliseconds, which is enough for the age of a signature and for the next attempt; whether an
 * answer is in time is asked of the database itself.
 */
export async function startDatabaseClock(sql: Sql): Promise<DatabaseClock> {
  let aheadOfMonotonicMs = 0;
  async function compare(): Promise<void> {
    const databaseNow = await readDatabaseClock(sql);
    aheadOfMonotonicMs = databaseNow.getTime() - performance.now();
  }
  await compare();
  const timer = setInterval(() => void compare().catch(() => {}), COMPARE_EVERY_MS);
  timer.unref();
  return {
    now: () => new Date(performance.now() + aheadOfMonotonicMs),
    stop: () => clearInterval(timer),
  };
}
