import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../store/connect.ts';
import { foldAlertChanges } from '../store/fold-alert-changes.ts';

/** So long a change waits for its tally; until then it is read beside it. */
const FOLD_EVERY_MS = 1000;

/** Keeps the tallies of the lists close behind the alerts, until `signal` says stop. Any number of processes may run it. */
export async function runTallies(sql: Sql, log: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const hasMore = await foldAlertChanges(sql).catch((error: unknown) => {
      log.error({ err: error }, 'the tallies of alerts stay behind; trying again');
      return false;
    });
    if (!hasMore) await pause(FOLD_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}
