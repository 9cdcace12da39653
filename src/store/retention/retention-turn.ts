import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Queryable, Sql } from '../connect.ts';
import { transact } from '../transact.ts';

/**
 * Runs one batch of deletions in a transaction, unless another process has one under way: undefined then. The setting
 * opens the audit log, which otherwise lets nobody delete from it.
 */
export async function takeRetentionTurn<Result>(
  sql: Sql,
  deleteBatch: (transaction: Queryable) => Promise<Result>,
): Promise<Result | undefined> {
  return transact(sql, async (transaction) => {
    const [turn] = await transaction<{ isOurs: boolean }[]>`
      select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.retention}) as is_ours,
        set_config('chargeback_alerts.retention', 'on', true)`;
    return turn?.isOurs === true ? deleteBatch(transaction) : undefined;
  });
}
