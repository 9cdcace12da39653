import type { Queryable } from './connect.ts';

/** Until the transaction ends, a statement that waits longer for a lock fails. */
export async function limitLockWait(transaction: Queryable, waitMs: number): Promise<void> {
  await transaction`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`;
}
