import { RefusalError } from '../http/refusal-error.ts';
import { startBulkUpdate as markAsStarted } from '../store/bulk-updates.ts';
import { findBlockedCompanies } from '../store/companies.ts';
import { transact } from '../store/transact.ts';
import { START_DELAY_MS } from './limits.ts';
import type { BulkParts, Requester } from './parts.ts';
import { requireBulkUpdate } from './require-bulk-update.ts';

/** From now on it runs by itself, after a short time in which it can be taken back. */
export async function startBulkUpdate(
  { sql }: BulkParts,
  { companyId, userId, note }: Requester,
  id: string,
): Promise<void> {
  await transact(sql, async (transaction) => {
    const update = await requireBulkUpdate(transaction, companyId, id);
    const blocked = await findBlockedCompanies(transaction, [companyId]);
    if (blocked.has(companyId)) throw new RefusalError('company_blocked');
    if (update.state === 'ready' && update.rowsToApply === 0) {
      throw new RefusalError('invalid_input', { message: 'There is nothing to apply' });
    }
    const isStarted = await markAsStarted(transaction, update, { userId, delayMs: START_DELAY_MS });
    if (!isStarted) throw new RefusalError('out_of_step');
    const { source, fileName, rowsToApply } = update;
    await note(transaction, {
      action: 'bulk_update.started',
      subject: id,
      details: { source, file_name: fileName, rows_to_apply: rowsToApply },
    });
  });
}
