import { ROW_VERDICTS } from '../rules/bulk-update.ts';
import type { BulkRowShape, BulkUpdateShape } from '../shapes/dashboard/bulk-updates.ts';
import type { BulkUpdateRow } from '../store/bulk/bulk-update-rows.ts';
import type { BulkUpdate } from '../store/bulk/bulk-updates.ts';
import { readRequest } from './read-request.ts';
import { refusalMessage, rowMessage } from './row-message.ts';

export function shapeBulkUpdate(update: BulkUpdate): BulkUpdateShape {
  const { status = null, filter = null } = readRequest(update);
  return {
    id: update.id,
    source: update.source,
    status,
    filter,
    file_name: update.fileName,
    created_by: update.createdBy,
    created_at: update.createdAt.toISOString(),
    state: update.state,
    rows_total: update.rowsTotal,
    rows_to_apply: update.rowsToApply,
    rows_applied: update.rowsApplied,
    rows_refused: update.rowsRefused,
    verdicts: ROW_VERDICTS.flatMap((verdict) => {
      const rows = update.verdicts[verdict] ?? 0;
      return rows === 0 ? [] : [{ verdict, rows, message: refusalMessage(verdict) }];
    }),
    start_at: update.startAt?.toISOString() ?? null,
    finished_at: update.finishedAt?.toISOString() ?? null,
    can_cancel: update.state === 'ready' || update.state === 'running',
    server_time: update.now.toISOString(),
  };
}

export function shapeBulkRow(row: BulkUpdateRow): BulkRowShape {
  return {
    line: row.line,
    reference: row.reference,
    alert_id: row.alertId,
    status: row.status,
    verdict: row.verdict,
    result: row.result,
    message: rowMessage(row),
  };
}
