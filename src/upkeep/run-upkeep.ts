import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { adoptUnroutedAlerts } from '../store/adopt-unrouted-alerts.ts';
import type { Sql } from '../store/connect.ts';
import { deleteOldIdempotencyKeys } from '../store/idempotency-keys.ts';

const EVERY_MS = 5000;
const ROWS_PER_STEP_MAX = 500;

/**
 * What must come right in the end even if nobody asks: an unrouted alert that arrived in the same moment as its
 * enrollment, or whose adoption a crash cut short, is adopted; idempotency keys past their day are deleted.
 */
export async function runUpkeep(
  sql: Sql,
  { responseWindowMs, log }: { responseWindowMs: number; log: FastifyBaseLogger },
  signal: AbortSignal,
): Promise<void> {
  const steps = {
    'adopt unrouted alerts': () => adoptUnroutedAlerts(sql, responseWindowMs, ROWS_PER_STEP_MAX),
    'delete old idempotency keys': () => deleteOldIdempotencyKeys(sql, ROWS_PER_STEP_MAX),
  };
  while (!signal.aborted) {
    for (const [name, step] of Object.entries(steps)) {
      await repeatWhileFull(step, signal).catch((error: unknown) =>
        log.error({ err: error, step: name }, 'upkeep step failed; trying again later'),
      );
    }
    await pause(EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

async function repeatWhileFull(step: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await step()) === ROWS_PER_STEP_MAX);
}
