import { RefusalError } from '../http/refusal-error.ts';
import { HOLD_MS } from '../rules/hold-answer.ts';
import { markBulkUpdateStarted } from '../store/bulk/bulk-updates.ts';
import { findBlockedCompanies } from '../store/companies/companies.ts';
import { recordDeed } from '../store/people/audit-log.ts';
import { transact } from '../store/transact.ts';
import type { BulkParts, Requester } from './parts.ts';
import { requireBulkUpdate } from './require-bulk-update.ts';

/** From now on it runs by itself, after a moment in which it can be taken back. */
export async function startBulkUpdate({ sql }: BulkParts, requester: Requester, id: string): Promise<void> {
  const { companyId, userId } = requester;
  await transact(sql, async (transaction) => {
    const update = await requireBulkUpdate(transaction, companyId, id);
    const blocked = await findBlockedCompanies(transaction, [companyId]);
    if (blocked.has(companyId)) throw new RefusalError('company_blocked');
    if (update.state === 'ready' && update.rowsToApply === 0) {
      throw new RefusalError('invalid_input', { message: 'There is nothing to apply' });
    }
    const isStarted = await markBulkUpdateStarted(transaction, update, { userId, delayMs: HOLD_MS });
    if (!isStarted) throw new RefusalError('out_of_step');
    const { source, fileName, rowsToApply } = update;
    await recordDeed(transaction, requester, {
      action: 'bulk_update.started',
      subject: id,
      details: { source, file_name: fileName, rows_to_apply: rowsToApply },
    });
  });
}
