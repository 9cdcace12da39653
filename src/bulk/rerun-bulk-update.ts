import { RefusalError } from '../http/refusal-error.ts';
import { isUuid } from '../rules/uuid.ts';
import { type BulkUpdateRow, readBulkRowsAfter } from '../store/bulk/bulk-update-rows.ts';
import type { BulkUpdate } from '../store/bulk/bulk-updates.ts';
import type { GivenRow } from '../store/bulk/check-bulk-rows.ts';
import type { Queryable } from '../store/connect.ts';
import { readRow } from './csv/read-row.ts';
import { ROWS_PER_CHECK } from './limits.ts';
import { runCheck } from './open-check.ts';
import type { BulkParts, Requester } from './parts.ts';
import { readRequest } from './read-request.ts';
import { requireBulkUpdate } from './require-bulk-update.ts';

/** What stopped a row and may have changed since. No alert becomes open again, and no line corrects itself. */
const PASSING: ReadonlySet<string> = new Set(['company_blocked', 'not_found', 'alert_not_found']);

/** Checks again the rows of a finished update that did not apply and still could. Returns the id of the new update. */
export async function rerunBulkUpdate(parts: BulkParts, requester: Requester, id: string): Promise<string> {
  const { sql } = parts;
  const before = await requireBulkUpdate(sql, requester.companyId, id);
  if (before.state !== 'done' && before.state !== 'cancelled') throw new RefusalError('out_of_step');
  const update = {
    source: before.source,
    request: readRequest(before),
    fileName: before.fileName,
  };
  return runCheck(parts, requester, update, async ({ add }) => {
    let count = 0;
    for await (const rows of readRowsToRepeat(sql, before)) {
      count += rows.length;
      if (rows.length > 0) await add(rows);
    }
    if (count === 0) {
      throw new RefusalError('invalid_input', { message: 'There are no rows left to apply' });
    }
  });
}

async function* readRowsToRepeat(sql: Queryable, update: BulkUpdate): AsyncGenerator<GivenRow[]> {
  const { layout } = readRequest(update);
  for (let line = 0, isLast = false; !isLast;) {
    const rows = await readBulkRowsAfter(sql, update, line, ROWS_PER_CHECK);
    line = rows.at(-1)?.line ?? line;
    isLast = rows.length < ROWS_PER_CHECK;
    yield rows
      .filter(mayApplyNow)
      .map((row) =>
        row.cells === null || layout === undefined ? giveAgain(row) : readRow(row.cells, row.line, layout),
      )
      .filter((row) => row !== undefined);
  }
}

/** A row that was to apply and has no result was left when the update was cancelled. */
function mayApplyNow({ verdict, result }: BulkUpdateRow): boolean {
  return result === null ? verdict === 'will_apply' || PASSING.has(verdict) : PASSING.has(result);
}

function giveAgain({ line, reference, alertId, status }: BulkUpdateRow): GivenRow {
  return {
    line,
    reference,
    ownId: alertId ?? (isUuid(reference) ? reference : null),
    provider: null,
    status,
    verdict: null,
    verdictIfMissing: 'not_found',
    cells: null,
  };
}
