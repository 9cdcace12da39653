import type { FastifyBaseLogger } from 'fastify';
import { sleep } from '../loops/sleep.ts';
import type { Sql } from '../store/connect.ts';
import { FOLD_LIMITS, foldAlertChanges } from '../store/tallies/fold-alert-changes.ts';

/** How long a change waits for its tally; until then it is read beside it. */
const FOLD_EVERY_MS = 1000;

export interface TalliesOptions {
  readonly sql: Sql;
  /** Counting a list of millions for the first time takes minutes. */
  readonly patientSql: Sql;
  readonly log: FastifyBaseLogger;
}

/**
 * Keeps the tallies of the lists close behind the alerts, until `signal` says stop: a count under way is cancelled then,
 * and made again by whoever is next. Any number of processes may run it.
 */
export async function runTallies(
  { sql, patientSql, log }: TalliesOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const hasMore = await foldAlertChanges(patientSql, FOLD_LIMITS, { signal, sql }).catch(
      (error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'tallying alerts failed; trying again');
        return false;
      },
    );
    if (!hasMore) await sleep(FOLD_EVERY_MS, signal);
  }
}
