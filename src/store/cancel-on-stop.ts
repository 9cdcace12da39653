import { sleep } from '../loops/sleep.ts';
import type { Queryable, Sql } from './connect.ts';

/** The server forgets a cancellation that arrives between two statements, so the next one needs another. */
const CANCEL_EVERY_MS = 250;

export interface Stopping {
  readonly signal: AbortSignal;
  /** Carries the cancellation, since the connection at work is busy. */
  readonly sql: Sql;
}

/** Runs statements of a transaction. On a stop the one under way is cancelled, and the transaction fails with it. */
export async function cancelOnStop<Result>(
  transaction: Queryable,
  { signal, sql }: Stopping,
  work: () => Promise<Result>,
): Promise<Result> {
  const [backend] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
  signal.throwIfAborted();
  const ended = new AbortController();
  let cancelling: Promise<void> | undefined;
  function startCancelling(): void {
    if (backend !== undefined) cancelling = cancelUntil(ended.signal, sql, backend.pid);
  }
  signal.addEventListener('abort', startCancelling);
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', startCancelling);
    ended.abort();
    await cancelling;
  }
}

async function cancelUntil(ended: AbortSignal, sql: Sql, pid: number): Promise<void> {
  while (!ended.aborted) {
    // Where the database cannot be reached, the statement has lost its connection too.
    await sql`select pg_cancel_backend(${pid})`.catch(() => {});
    await sleep(CANCEL_EVERY_MS, ended);
  }
}
