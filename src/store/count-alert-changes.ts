import { column } from './column.ts';
import type { Queryable } from './connect.ts';

/**
 * How often the alerts of each of these companies have changed, whoever changed them, and since when the server runs: with
 * any change that is committed the text is another one, and never one that it was before. Another server, or this one
 * after it was restored, may know of fewer changes.
 */
export async function countAlertChanges(sql: Queryable, companyIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ companyId: string; changes: string; since: string }[]>`
    select company_id, pg_postmaster_start_time()::text as since,
      coalesce((select f.changes from alert_changes_folded f where f.company_id = wanted.company_id), 0)
      + (select count(*) from alert_tally_changes c where c.company_id = wanted.company_id) as changes
    from unnest(${column(sql, 'uuid', [...new Set(companyIds)])}) as wanted(company_id)`;
  const changes = new Map(rows.map((row) => [row.companyId, `${row.changes} since ${row.since}`]));
  return companyIds.map((companyId) => changes.get(companyId) ?? '');
}
