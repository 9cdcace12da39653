import type { FastifyBaseLogger } from 'fastify';
import { sleep } from '../loops/sleep.ts';
import {
  type OldKind,
  type RetentionBorders,
  retentionBorders,
  type RetentionTerms,
} from '../rules/retention.ts';
import { NIL_UUID } from '../rules/uuid.ts';
import type { Queryable, Sql } from '../store/connect.ts';
import { readDatabaseClock } from '../store/read-database-clock.ts';
import {
  type AlertsWalk,
  deleteOldAlerts,
  findCompaniesWithOldAlerts,
  WALK_BEGIN,
} from '../store/retention/delete-old-alerts.ts';
import {
  deleteOldAuditLog,
  deleteOldInvitations,
  deleteOldLegacyCalls,
  type DeleteOldRecords,
  deleteOldUnroutedAlerts,
} from '../store/retention/delete-old-records.ts';
import { takeRetentionTurn } from '../store/retention/retention-turn.ts';

const PASS_EVERY_MS = 3_600_000;
const ROWS_PER_BATCH_MAX = 200;
const COMPANIES_PER_PAGE = 500;
/** It rests this many times as long as it worked: a slow database is asked for less. */
const REST_FACTOR = 4;
const REST_MS_MIN = 20;

export interface RetentionOptions {
  readonly terms: RetentionTerms;
  readonly log: FastifyBaseLogger;
  /** Called after the commit of each batch that deleted something. */
  readonly observe: (kind: OldKind, deleted: number) => void;
}

/** Deletes what has been kept long enough (D29), until `signal` says stop. Any number of processes may run it. */
export async function runRetention(sql: Sql, options: RetentionOptions, signal: AbortSignal): Promise<void> {
  const { log } = options;
  while (!signal.aborted) {
    try {
      const deleted = await deleteWhatIsOld(sql, options, signal);
      if (deleted.size > 0) log.info({ deleted: Object.fromEntries(deleted) }, 'old records deleted');
    } catch (error) {
      log.error({ err: error }, 'deleting old records failed; trying again later');
    }
    await sleep(PASS_EVERY_MS, signal);
  }
}

/** One pass over everything that is kept for a time; returns how much it deleted. */
export async function deleteWhatIsOld(
  sql: Sql,
  { terms, observe }: RetentionOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<OldKind, number>> {
  const borders = retentionBorders(await readDatabaseClock(sql), terms);
  const deleted = new Map<OldKind, number>();
  for await (const batch of listBatches(sql, borders)) {
    if (signal.aborted) break;
    const startedAtMs = performance.now();
    const rows = await takeRetentionTurn(sql, batch.run);
    // Another process is at it.
    if (rows === undefined) break;
    if (rows === 0) continue;
    observe(batch.kind, rows);
    deleted.set(batch.kind, (deleted.get(batch.kind) ?? 0) + rows);
    const restMs = Math.max(REST_MS_MIN, (performance.now() - startedAtMs) * REST_FACTOR);
    await sleep(restMs, signal);
  }
  return deleted;
}

interface Batch {
  readonly kind: OldKind;
  readonly run: (transaction: Queryable) => Promise<number>;
}

/** One small deletion after the other; which comes next may depend on what became of the last. */
async function* listBatches(sql: Sql, borders: RetentionBorders): AsyncGenerator<Batch> {
  for await (const companyId of listCompanies(sql, borders.alerts))
    yield* walkAlerts(companyId, borders.alerts);
  yield* repeatWhileFull('unrouted_alerts', deleteOldUnroutedAlerts, borders.alerts);
  yield* repeatWhileFull('legacy_calls', deleteOldLegacyCalls, borders.alerts);
  yield* repeatWhileFull('invitations', deleteOldInvitations, borders.alerts);
  yield* repeatWhileFull('audit_log', deleteOldAuditLog, borders.audit);
}

async function* listCompanies(sql: Sql, border: Date): AsyncGenerator<string> {
  for (let after: string | undefined = NIL_UUID; after !== undefined;) {
    const page: readonly string[] = await findCompaniesWithOldAlerts(sql, border, {
      after,
      limit: COMPANIES_PER_PAGE,
    });
    yield* page;
    after = page.at(-1);
  }
}

function* walkAlerts(companyId: string, border: Date): Generator<Batch> {
  const walk: { from: AlertsWalk | undefined } = { from: WALK_BEGIN };
  while (walk.from !== undefined) {
    const step = { border, from: walk.from, alertsMax: ROWS_PER_BATCH_MAX };
    yield {
      kind: 'alerts',
      run: async (transaction) => {
        const { deleted, next } = await deleteOldAlerts(transaction, companyId, step);
        walk.from = next;
        return deleted;
      },
    };
  }
}

function* repeatWhileFull(kind: OldKind, deleteOld: DeleteOldRecords, border: Date): Generator<Batch> {
  const last = { deleted: ROWS_PER_BATCH_MAX };
  while (last.deleted === ROWS_PER_BATCH_MAX) {
    yield {
      kind,
      run: async (transaction) => (last.deleted = await deleteOld(transaction, border, ROWS_PER_BATCH_MAX)),
    };
  }
}
