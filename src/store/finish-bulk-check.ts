import type { BulkUpdateKey } from './check-bulk-rows.ts';
import type { Queryable } from './connect.ts';

/**
 * Once all rows are there: an alert that is named twice with one status is answered by its first row, and one that is
 * named with several is answered by none, since nobody can know which was meant.
 */
export async function markRepeatedRows(sql: Queryable, { companyId, id }: BulkUpdateKey): Promise<void> {
  await sql`
    with repeated as (
      select alert_id from bulk_update_rows
      where company_id = ${companyId} and bulk_update_id = ${id} and alert_id is not null
      group by alert_id
      having count(*) > 1
    ), compared as (
      select r.line,
        min(r.status) over (partition by r.alert_id) <> max(r.status) over (partition by r.alert_id) as is_conflicting,
        row_number() over (partition by r.alert_id, r.status order by r.line) as copy
      from bulk_update_rows r join repeated using (alert_id)
      where r.company_id = ${companyId} and r.bulk_update_id = ${id}
    )
    update bulk_update_rows r set verdict = case when is_conflicting then 'conflicting' else 'duplicate' end
    from compared
    where r.company_id = ${companyId} and r.bulk_update_id = ${id} and r.line = compared.line
      and r.verdict = 'will_apply' and (is_conflicting or copy > 1)`;
}

/** Counts what the check found; from now on the update can be started. Returns how many rows there are. */
export async function makeReady(sql: Queryable, { companyId, id }: BulkUpdateKey): Promise<number> {
  const [ready] = await sql<{ rowsTotal: number }[]>`
    with counted as (
      select verdict, count(*)::int as rows from bulk_update_rows
      where company_id = ${companyId} and bulk_update_id = ${id}
      group by verdict
    )
    update bulk_updates set
      state = 'ready',
      rows_total = (select coalesce(sum(rows), 0) from counted),
      rows_to_apply = (select coalesce(sum(rows), 0) from counted where verdict = 'will_apply'),
      verdicts = (select coalesce(jsonb_object_agg(verdict, rows), '{}') from counted)
    where company_id = ${companyId} and id = ${id} and state = 'checking'
    returning rows_total`;
  if (ready === undefined) throw new Error('The check took so long that it was given up');
  return ready.rowsTotal;
}
