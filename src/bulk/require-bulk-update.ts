import { RefusalError } from '../http/refusal-error.ts';
import { isUuid } from '../rules/uuid.ts';
import { type BulkUpdate, findBulkUpdate } from '../store/bulk/bulk-updates.ts';
import type { Queryable } from '../store/connect.ts';

/** The company's update with this id; what another company has is not found. */
export async function requireBulkUpdate(sql: Queryable, companyId: string, id: string): Promise<BulkUpdate> {
  const update = isUuid(id) ? await findBulkUpdate(sql, { companyId, id }) : undefined;
  if (update === undefined) throw new RefusalError('thing_not_found');
  return update;
}
