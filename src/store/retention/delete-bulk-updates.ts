import type { BulkUpdateKey } from '../bulk/bulk-updates.ts';
import type { Queryable } from '../connect.ts';

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 90 * DAY_MS;
/** What never ran says nothing after a day. */
const DISCARDED_KEPT_MS = DAY_MS;
/** Longer than any check takes: whoever made it has died. */
const CHECK_MS_MAX = 10 * 60_000;
/** The longest that somebody looks at a check before starting it. */
const READY_MS_MAX = DAY_MS;

/** Deletes one whole update, rows first and never too many at once. */
export async function deleteBulkUpdate(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
  rowsMax: number,
): Promise<void> {
  for (let deleted = rowsMax; deleted === rowsMax;) {
    const rows = await sql`
      delete from bulk_update_rows
      where company_id = ${companyId} and bulk_update_id = ${id} and line <= (
        select max(line) from (
          select line from bulk_update_rows
          where company_id = ${companyId} and bulk_update_id = ${id}
          order by line
          limit ${rowsMax}) as first_lines)
      returning 1`;
    deleted = rows.length;
  }
  await sql`delete from bulk_updates where company_id = ${companyId} and id = ${id}`;
}

/** Ends checks whose process died and checks that nobody started, so that they stand in nobody's way. */
export async function discardForgottenBulkUpdates(sql: Queryable): Promise<void> {
  await sql`
    update bulk_updates set state = 'discarded', finished_at = clock_timestamp()
    where state = 'checking' and created_at <= clock_timestamp() - ${CHECK_MS_MAX} * interval '1 ms'
      or state = 'ready' and created_at <= clock_timestamp() - ${READY_MS_MAX} * interval '1 ms'`;
}

/** One that has served its time; undefined when there is none. */
export async function findOldBulkUpdate(sql: Queryable): Promise<BulkUpdateKey | undefined> {
  const [old] = await sql<BulkUpdateKey[]>`
    select company_id, id from bulk_updates
    where finished_at <= clock_timestamp() - ${KEPT_MS} * interval '1 ms'
      or state = 'discarded' and finished_at <= clock_timestamp() - ${DISCARDED_KEPT_MS} * interval '1 ms'
    order by finished_at
    limit 1`;
  return old;
}
