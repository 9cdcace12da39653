import type { Sql } from './connect.ts';
import { readDatabaseClock } from './read-database-clock.ts';

const COMPARE_EVERY_MS = 10_000;
/** An answer that took longer tells little of when the clock was read. */
const TRUSTED_ANSWER_MS_MAX = 50;
/** After this long a slow answer is better than an old one: the database's clock may have been set. */
const COMPARISON_KEPT_MS_MAX = 60_000;

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
  let comparedAtMs = Number.NEGATIVE_INFINITY;
  async function compare(): Promise<void> {
    const askedAtMs = performance.now();
    const databaseNow = await readDatabaseClock(sql);
    const isSlow = performance.now() - askedAtMs > TRUSTED_ANSWER_MS_MAX;
    if (isSlow && askedAtMs - comparedAtMs < COMPARISON_KEPT_MS_MAX) return;
    // From when it was asked, not when it was answered: a busy process is never behind, and so sends nothing too late.
    aheadOfMonotonicMs = databaseNow.getTime() - askedAtMs;
    comparedAtMs = askedAtMs;
  }
  await compare();
  const timer = setInterval(() => void compare().catch(() => {}), COMPARE_EVERY_MS);
  timer.unref();
  return {
    now: () => new Date(performance.now() + aheadOfMonotonicMs),
    stop: () => clearInterval(timer),
  };
}
