import type { Queryable, Sql } from './connect.ts';
import { isConnectionLost } from './database-errors.ts';

/**
 * Runs work in one transaction. When the connection is lost under it, the driver would send a rollback after it, into a
 * socket that is gone, which ends the process, or into whatever the connection serves next (porsager/postgres#1208,
 * #1216). So work that has lost its connection stays unsettled here, and the driver's own report of the loss is the answer.
 */
export async function transact<Result>(
  sql: Sql,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  const { done } = await sql.begin(async (transaction): Promise<{ done: Result }> => {
    try {
      return { done: await work(transaction) };
    } catch (error) {
      if (isConnectionLost(error)) await untilDriverReports();
      throw error;
    }
  });
  return done;
}

async function untilDriverReports(): Promise<never> {
  return new Promise<never>(() => {});
}
