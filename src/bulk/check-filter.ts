import { RefusalError } from '../http/refusal-error.ts';
import type { AnswerStatus } from '../rules/alert.ts';
import { keepableFilter, readAlertFilter } from '../shapes/dashboard/alert-filter.ts';
import type { AlertFilterShape } from '../shapes/dashboard/alerts.ts';
import { insertSearchedRows } from '../store/bulk/check-bulk-rows.ts';
import { readDatabaseClock } from '../store/read-database-clock.ts';
import { ROWS_MAX } from './limits.ts';
import { runCheck } from './open-check.ts';
import type { BulkParts, Requester } from './parts.ts';

/** Checks one status for all alerts that match a filter at this moment. Returns the id of the update. */
export async function checkFilter(
  parts: BulkParts,
  requester: Requester,
  filter: AlertFilterShape,
  status: AnswerStatus,
): Promise<string> {
  const update = {
    source: 'filter',
    request: { status, filter: keepableFilter(filter) },
    fileName: null,
  } as const;
  const search = readAlertFilter(filter);
  return runCheck(parts, requester, update, async ({ key, rules }) => {
    const now = await readDatabaseClock(parts.sql);
    const found = await insertSearchedRows(parts.sql, key, { search, status, now, rowsMax: ROWS_MAX }, rules);
    if (found > ROWS_MAX) {
      throw new RefusalError('invalid_input', {
        message: `More than ${ROWS_MAX.toLocaleString('en')} alerts match; narrow the filter`,
      });
    }
  });
}
