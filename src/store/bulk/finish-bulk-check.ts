import type { Queryable } from '../connect.ts';
import { isOneOfLines } from './bulk-lines.ts';
import type { BulkUpdateKey } from './bulk-updates.ts';

/**
 * Once all rows are there: an alert that is named twice with one status is answered by its first row, and one that is
 * named with several is answered by none, since nobody can know which was meant.
 */
export async function markRepeatedRows(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
  rowsPerStatement: number,
): Promise<void> {
  const repeated = await sql<{ line: number; verdict: 'conflicting' | 'duplicate' }[]>`
    select line, case when is_conflicting then 'conflicting' else 'duplicate' end as verdict
    from (
      select line, verdict,
        min(status) over (partition by alert_id) <> max(status) over (partition by alert_id) as is_conflicting,
        row_number() over (partition by alert_id, status order by line) as copy
      from bulk_update_rows
      where company_id = ${companyId} and bulk_update_id = ${id} and alert_id is not null
    ) as compared
    where verdict = 'will_apply' and (is_conflicting or copy > 1)`;
  for (const verdict of ['conflicting', 'duplicate'] as const) {
    const lines = repeated.filter((row) => row.verdict === verdict).map(({ line }) => line);
    for (let first = 0; first < lines.length; first += rowsPerStatement) {
      const some = lines.slice(first, first + rowsPerStatement);
      await sql`
        update bulk_update_rows set verdict = ${verdict}
        where company_id = ${companyId} and bulk_update_id = ${id} and ${isOneOfLines(sql, some)}`;
    }
  }
}

/**
 * Counts what the check found; from now on the update can be started. Returns how many rows there are; undefined when
 * upkeep has ended the check, since it took too long.
 */
export async function makeReady(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
): Promise<number | undefined> {
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
  return ready?.rowsTotal;
}
