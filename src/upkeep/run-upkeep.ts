import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { adoptUnroutedAlerts } from '../store/adopt-unrouted-alerts.ts';
import { maintainAttemptPartitions } from '../store/attempt-partitions.ts';
import type { Sql } from '../store/connect.ts';
import { deleteOldIdempotencyKeys } from '../store/idempotency-keys.ts';

const ROUND_EVERY_MS = 1000;
const ROWS_PER_STATEMENT_MAX = 500;
const ATTEMPTS_KEPT_DAYS = 90;
const PARTITIONS_AHEAD_DAYS = 3;

interface Chore {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/** What must come right in the end even if nobody asks, until `signal` says stop. Any number of processes may run it. */
export async function runUpkeep(
  sql: Sql,
  { responseWindowMs, log }: { responseWindowMs: number; log: FastifyBaseLogger },
  signal: AbortSignal,
): Promise<void> {
  const lastRunMs = new Map<Chore, number>();
  const chores = listChores(sql, responseWindowMs, signal);
  while (!signal.aborted) {
    for (const chore of chores) {
      if (performance.now() - (lastRunMs.get(chore) ?? Number.NEGATIVE_INFINITY) < chore.everyMs) continue;
      lastRunMs.set(chore, performance.now());
      await chore
        .run()
        .catch((error: unknown) =>
          log.error({ err: error, chore: chore.name }, 'upkeep failed; trying again later'),
        );
    }
    await pause(ROUND_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

function listChores(sql: Sql, responseWindowMs: number, signal: AbortSignal): Chore[] {
  return [
    {
      name: 'make and drop the daily partitions of attempts',
      everyMs: 600_000,
      run: () => maintainAttemptPartitions(sql, PARTITIONS_AHEAD_DAYS, ATTEMPTS_KEPT_DAYS),
    },
    {
      // One that arrived in the same moment as its enrollment, or whose adoption a crash cut short.
      name: 'adopt unrouted alerts that match an enrollment',
      everyMs: 5000,
      run: () =>
        repeatWhileFull(() => adoptUnroutedAlerts(sql, responseWindowMs, ROWS_PER_STATEMENT_MAX), signal),
    },
    {
      name: 'delete idempotency keys past their day',
      everyMs: 60_000,
      run: () => repeatWhileFull(() => deleteOldIdempotencyKeys(sql, ROWS_PER_STATEMENT_MAX), signal),
    },
  ];
}

async function repeatWhileFull(step: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await step()) === ROWS_PER_STATEMENT_MAX);
}
