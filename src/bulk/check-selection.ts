import type { AnswerStatus } from '../rules/alert.ts';
import { isUuid } from '../rules/uuid.ts';
import type { GivenRow } from '../store/bulk/check-bulk-rows.ts';
import { runCheck } from './open-check.ts';
import type { BulkParts, Requester } from './parts.ts';

/** Checks one status for the alerts that were selected. Returns the id of the update. */
export async function checkSelection(
  parts: BulkParts,
  requester: Requester,
  alertIds: readonly string[],
  status: AnswerStatus,
): Promise<string> {
  const rows = [...new Set(alertIds.map((id) => id.toLowerCase()))].map((alertId, position): GivenRow => {
    return {
      line: position + 1,
      reference: alertId,
      ownId: isUuid(alertId) ? alertId : null,
      provider: null,
      status,
      verdict: isUuid(alertId) ? null : 'not_found',
      verdictIfMissing: 'not_found',
      cells: null,
    };
  });
  const update = { source: 'selection', request: { status }, fileName: null } as const;
  return runCheck(parts, requester, update, ({ add }) => add(rows));
}
