import { randomUUID } from 'node:crypto';
import { RefusalError } from '../http/refusal-error.ts';
import { type BulkUpdateKey, insertBulkUpdate, type NewBulkUpdate } from '../store/bulk/bulk-updates.ts';
import { type CheckRules, type GivenRow, insertCheckedRows } from '../store/bulk/check-bulk-rows.ts';
import { makeReady, markRepeatedRows } from '../store/bulk/finish-bulk-check.ts';
import type { Queryable } from '../store/connect.ts';
import { recordDeed } from '../store/people/audit-log.ts';
import { deleteBulkUpdate } from '../store/retention/delete-bulk-updates.ts';
import { transact } from '../store/transact.ts';
import { ROWS_PER_CHECK, UNFINISHED_MAX } from './limits.ts';
import type { BulkParts, Requester } from './parts.ts';
import type { BulkRequest } from './read-request.ts';
import { listVerdictCases } from './verdict-cases.ts';

/** A check under way: rows are added until it is finished, or nothing of it is left. */
export interface Check {
  readonly key: BulkUpdateKey;
  readonly rules: CheckRules;
  readonly add: (rows: readonly GivenRow[]) => Promise<void>;
}

type CheckedUpdate = Pick<NewBulkUpdate, 'source' | 'fileName'> & { readonly request: BulkRequest };

/** Checks rows as a new bulk update and makes it ready; when `fill` fails, the update is gone again. Returns its id. */
export async function runCheck(
  { sql, followUpWindowMs }: BulkParts,
  requester: Requester,
  update: CheckedUpdate,
  fill: (check: Check) => Promise<void>,
): Promise<string> {
  const { companyId, userId } = requester;
  const key: BulkUpdateKey = { companyId, id: randomUUID() };
  const rules: CheckRules = { cases: listVerdictCases(followUpWindowMs), followUpWindowMs };
  if (!(await insertBulkUpdate(sql, { ...update, ...key, userId }, UNFINISHED_MAX))) {
    throw new RefusalError('invalid_input', {
      message: `${UNFINISHED_MAX} bulk updates of your company are not finished. Wait until one is, or cancel one.`,
    });
  }
  try {
    await fill({ key, rules, add: (rows) => insertCheckedRows(sql, key, rows, rules) });
    await transact(sql, (transaction) => finishCheck(transaction, requester, key, update));
  } catch (error) {
    // If this fails too, upkeep ends the check; what went wrong first is what matters.
    await deleteBulkUpdate(sql, key, ROWS_PER_CHECK).catch(() => {});
    throw error;
  }
  return key.id;
}

async function finishCheck(
  transaction: Queryable,
  requester: Requester,
  key: BulkUpdateKey,
  { source, fileName }: CheckedUpdate,
): Promise<void> {
  await markRepeatedRows(transaction, key, ROWS_PER_CHECK);
  const rows = await makeReady(transaction, key);
  if (rows === undefined) {
    const instead =
      source === 'csv' ? 'Split the file and upload it again.' : 'Choose fewer alerts and try again.';
    throw new RefusalError('invalid_input', {
      message: `The check took longer than 10 minutes and was cancelled. ${instead}`,
    });
  }
  await recordDeed(transaction, requester, {
    action: 'bulk_update.checked',
    subject: key.id,
    details: { source, file_name: fileName, rows },
  });
}
