import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';

/**
 * How often the alerts of each of these companies have changed, whoever changed them, and since when the server has been
 * running: every committed change gives a new text, never one that there was before. Another server, or this one
 * after it was restored, may know of fewer changes.
 */
export async function countAlertChanges(sql: Queryable, companyIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ companyId: string; changes: string; since: string }[]>`
    select company_id, changes, pg_postmaster_start_time()::text as since
    from count_alert_changes(${column(sql, 'uuid', [...new Set(companyIds)])})`;
  const changes = new Map(rows.map((row) => [row.companyId, `${row.changes} since ${row.since}`]));
  return companyIds.map((companyId) => changes.get(companyId) ?? '');
}
