import type { FastifyBaseLogger } from 'fastify';
import { sleep } from '../loops/sleep.ts';
import { adoptUnroutedAlerts } from '../store/alerts/adopt-unrouted-alerts.ts';
import { deleteOldIdempotencyKeys } from '../store/alerts/idempotency-keys.ts';
import type { Sql } from '../store/connect.ts';
import { maintainAttemptPartitions } from '../store/outbox/attempt-partitions.ts';
import { type MissedForward, settleForgottenForwards } from '../store/outbox/forward-jobs.ts';
import { deleteOldGuesses } from '../store/people/login-failures.ts';
import { deleteEndedSessions } from '../store/people/sessions.ts';
import {
  deleteBulkUpdate,
  discardForgottenBulkUpdates,
  findOldBulkUpdate,
} from '../store/retention/delete-bulk-updates.ts';

const ROUND_EVERY_MS = 1000;
const ROWS_PER_STATEMENT_MAX = 500;
const PARTITIONS_AHEAD_DAYS = 3;
const FORGOTTEN_MESSAGE = 'nobody carried it to the provider';

export interface UpkeepOptions {
  readonly responseWindowMs: number;
  /** Older webhook attempts are dropped by the day (D29). */
  readonly attemptsKeptDays: number;
  readonly log: FastifyBaseLogger;
  /** An accepted answer never reached provider A. */
  readonly onForwardMissed: (missed: MissedForward, message: string) => void;
}

interface Chore {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/** What must be there before work begins; upkeep tries again if it fails. */
export async function prepareUpkeep(
  sql: Sql,
  { attemptsKeptDays, log }: Pick<UpkeepOptions, 'attemptsKeptDays' | 'log'>,
): Promise<void> {
  await maintainAttemptPartitions(sql, PARTITIONS_AHEAD_DAYS, attemptsKeptDays).catch((error: unknown) =>
    log.warn({ err: error }, 'partitions for webhook attempts could not be created; trying again later'),
  );
}

/** Recurring chores that nobody asks for, until `signal` says stop. Any number of processes may run it. */
export async function runUpkeep(sql: Sql, options: UpkeepOptions, signal: AbortSignal): Promise<void> {
  const { log } = options;
  const lastRunMs = new Map<Chore, number>();
  const chores = listChores(sql, options, signal);
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
    await sleep(ROUND_EVERY_MS, signal);
  }
}

function listChores(
  sql: Sql,
  { responseWindowMs, attemptsKeptDays, onForwardMissed }: UpkeepOptions,
  signal: AbortSignal,
): Chore[] {
  return [
    {
      name: 'make and drop the daily partitions of attempts',
      everyMs: 600_000,
      run: () => maintainAttemptPartitions(sql, PARTITIONS_AHEAD_DAYS, attemptsKeptDays),
    },
    {
      // One that arrived in the same moment as its enrollment, or whose adoption a crash cut short.
      name: 'adopt unrouted alerts that match an enrollment',
      everyMs: 5000,
      run: () =>
        repeatWhileFull(() => adoptUnroutedAlerts(sql, responseWindowMs, ROWS_PER_STATEMENT_MAX), signal),
    },
    {
      name: 'settle answers that no worker carried to provider A in time',
      everyMs: 5000,
      run: async () => {
        const missed = await settleForgottenForwards(sql, FORGOTTEN_MESSAGE, ROWS_PER_STATEMENT_MAX);
        for (const forward of missed) onForwardMissed(forward, FORGOTTEN_MESSAGE);
      },
    },
    ...listDeletions(sql, signal),
  ];
}

/** What has served its time. */
function listDeletions(sql: Sql, signal: AbortSignal): Chore[] {
  return [
    {
      name: 'end bulk updates that nobody goes on with, and delete old ones',
      everyMs: 60_000,
      run: async () => {
        await discardForgottenBulkUpdates(sql);
        for (
          let old = await findOldBulkUpdate(sql);
          old && !signal.aborted;
          old = await findOldBulkUpdate(sql)
        )
          await deleteBulkUpdate(sql, old, ROWS_PER_STATEMENT_MAX);
      },
    },
    {
      name: 'delete idempotency keys past their day',
      everyMs: 60_000,
      run: () => repeatWhileFull(() => deleteOldIdempotencyKeys(sql, ROWS_PER_STATEMENT_MAX), signal),
    },
    {
      name: 'delete sessions that have ended',
      everyMs: 60_000,
      run: () => repeatWhileFull(() => deleteEndedSessions(sql, ROWS_PER_STATEMENT_MAX), signal),
    },
    {
      name: 'delete failed sign-ins that count no more',
      everyMs: 60_000,
      run: () => repeatWhileFull(() => deleteOldGuesses(sql, ROWS_PER_STATEMENT_MAX), signal),
    },
  ];
}

async function repeatWhileFull(step: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await step()) === ROWS_PER_STATEMENT_MAX);
}
