import type { Queryable, Sql, Transaction } from './connect.ts';
import { isConnectionLost } from './database-errors.ts';

/** Runs work in one transaction. */
export async function transact<Result>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { done } = await sql.begin((transaction) => settleUnlessLost(work(transaction)));
  return done;
}

/** Runs a part of a transaction that is undone alone when it fails; what it had locked is free again then. */
export async function transactPart<Result>(
  transaction: Transaction,
  work: (part: Queryable) => Promise<Result>,
): Promise<Result> {
  const { done } = await transaction.savepoint((part) => settleUnlessLost(work(part)));
  return done;
}

/**
 * When the connection is lost under work, the driver would send a rollback after it, into a socket that is gone, which ends
 * the process, or into whatever the connection serves next (porsager/postgres#1208, #1216). So work that has lost its
 * connection stays unsettled here, and the driver's own report of the loss is the answer.
 */
async function settleUnlessLost<Result>(work: Promise<Result>): Promise<{ done: Result }> {
  try {
    return { done: await work };
  } catch (error) {
    if (isConnectionLost(error)) await untilDriverReports();
    throw error;
  }
}

async function untilDriverReports(): Promise<never> {
  return new Promise<never>(() => {});
}
