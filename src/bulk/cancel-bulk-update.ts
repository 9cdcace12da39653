import { RefusalError } from '../http/refusal-error.ts';
import { markBulkUpdateCancelled } from '../store/bulk/bulk-updates.ts';
import { recordDeed } from '../store/people/audit-log.ts';
import { transact } from '../store/transact.ts';
import type { BulkParts, Requester } from './parts.ts';
import { requireBulkUpdate } from './require-bulk-update.ts';

/** Discards a checked update, or stops a running one between two batches: what was applied stays. */
export async function cancelBulkUpdate({ sql }: BulkParts, requester: Requester, id: string): Promise<void> {
  const { companyId } = requester;
  await transact(sql, async (transaction) => {
    const update = await requireBulkUpdate(transaction, companyId, id);
    if (!(await markBulkUpdateCancelled(transaction, update))) throw new RefusalError('out_of_step');
    const after = await requireBulkUpdate(transaction, companyId, id);
    await recordDeed(transaction, requester, {
      action: after.state === 'discarded' ? 'bulk_update.discarded' : 'bulk_update.cancelled',
      subject: id,
      details: { source: update.source, file_name: update.fileName, rows_applied: after.rowsApplied },
    });
  });
}
