import { column } from './column.ts';
import type { Queryable } from './connect.ts';

/**
 * How often the alerts of each of these companies have changed, whoever changed them: with any change that is committed
 * the number is another one, and never one that it was before.
 */
export async function countAlertChanges(sql: Queryable, companyIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ companyId: string; changes: string }[]>`
    select company_id,
      coalesce((select f.changes from alert_changes_folded f where f.company_id = wanted.company_id), 0)
      + (select count(*) from alert_tally_changes c where c.company_id = wanted.company_id) as changes
    from unnest(${column(sql, 'uuid', [...new Set(companyIds)])}) as wanted(company_id)`;
  const changes = new Map(rows.map((row) => [row.companyId, row.changes]));
  return companyIds.map((companyId) => changes.get(companyId) ?? '');
}
