import { type Answer, type AnswerOutcome, answerWithin } from '../callback/answer-alerts.ts';
import { isAnswerStatus } from '../rules/alert.ts';
import { URGENT_WITHIN_MS } from '../rules/hold-answer.ts';
import {
  pickRows,
  recordResults,
  type RowResult,
  type RowToRun,
  takeTurn,
  type Turn,
} from '../store/bulk/run-bulk-batch.ts';
import { limitLockWait } from '../store/limit-lock-wait.ts';
import { transact } from '../store/transact.ts';
import { ROWS_PER_BATCH } from './limits.ts';
import type { BulkParts } from './parts.ts';

/** An alert that somebody else holds for longer makes the batch fail and come again, so that it holds up nobody itself. */
const LOCK_WAIT_MS = 2000;

export interface Batch {
  readonly companyId: string;
  readonly applied: number;
}

/** A batch failed as a whole, and nothing of it happened. */
export class BatchError extends Error {
  readonly updateId: string;

  constructor(updateId: string, cause: unknown) {
    super('a batch of a bulk update failed', { cause });
    this.updateId = updateId;
  }
}

/**
 * Runs the next rows of the update whose turn it is: the answers, what became of each row and the counters are one
 * transaction, so a process that dies in the middle has done nothing. Undefined when nothing is due.
 */
export async function runBatch(
  { sql, followUpWindowMs }: BulkParts,
  notNow: readonly string[],
): Promise<Batch | undefined> {
  let turn: Turn | undefined;
  try {
    return await transact(sql, async (transaction) => {
      turn = await takeTurn(transaction, { urgentWithinMs: URGENT_WITHIN_MS, notNow });
      if (turn === undefined) return undefined;
      const [rows] = await Promise.all([
        pickRows(transaction, turn, { urgentWithinMs: URGENT_WITHIN_MS, rowsMax: ROWS_PER_BATCH }),
        limitLockWait(transaction, LOCK_WAIT_MS),
      ]);
      const answers = toAnswers(turn, rows);
      const outcomes = rows.length === 0 ? [] : await answerWithin(transaction, answers, followUpWindowMs);
      const results = toResults(rows, outcomes);
      await recordResults(transaction, turn, results, turn.hasBegun && rows.length < ROWS_PER_BATCH);
      return {
        companyId: turn.companyId,
        applied: results.filter(({ result }) => result === 'applied').length,
      };
    });
  } catch (error) {
    throw turn === undefined ? error : new BatchError(turn.id, error);
  }
}

/** Promise 6: the history names the line of the file, or the person. */
function toAnswers({ companyId, id, source, userId }: Turn, rows: readonly RowToRun[]): Answer[] {
  return rows.map(({ line, alertId, status }): Answer => {
    if (!isAnswerStatus(status)) throw new Error(`Line ${line} of ${id} was to apply without a status`);
    return {
      companyId,
      alertId,
      status,
      actor:
        source === 'csv' ? { kind: 'csv', reference: `${id}:${line}` } : { kind: 'user', reference: userId },
    };
  });
}

function toResults(rows: readonly RowToRun[], outcomes: readonly AnswerOutcome[]): RowResult[] {
  return rows.map(({ line }, position): RowResult => {
    const outcome = outcomes[position];
    if (outcome === undefined) throw new Error('An answer had no outcome');
    return { line, result: outcome.kind === 'accepted' ? 'applied' : outcome.refusal };
  });
}
