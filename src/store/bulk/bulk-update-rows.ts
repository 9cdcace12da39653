import type { RowVerdict } from '../../rules/bulk-update.ts';
import type { Queryable } from '../connect.ts';
import type { BulkUpdateKey } from './bulk-updates.ts';

export interface BulkUpdateRow {
  readonly line: number;
  readonly reference: string;
  readonly alertId: string | null;
  readonly status: string;
  readonly verdict: RowVerdict;
  /** Null until the row has run. */
  readonly result: string | null;
  readonly cells: readonly string[] | null;
}

export interface BulkRowFilter {
  readonly verdict?: RowVerdict | undefined;
  /** `applied`, a refusal's name, `refused` for any of them, or `waiting` for what has yet to run. */
  readonly result?: string | undefined;
}

/** One page of an update's rows, in their order. */
export async function listBulkRows(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
  { verdict, result }: BulkRowFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly BulkUpdateRow[]; readonly total: number }> {
  const ofResult =
    result === undefined
      ? sql``
      : result === 'refused'
        ? sql`and result <> 'applied'`
        : result === 'waiting'
          ? sql`and result is null and verdict = 'will_apply'`
          : sql`and result = ${result}`;
  const chosen = sql`${verdict === undefined ? sql`` : sql`and verdict = ${verdict}`} ${ofResult}`;
  const [count] = await sql<{ total: number }[]>`
    select count(*)::int as total from bulk_update_rows
    where company_id = ${companyId} and bulk_update_id = ${id} ${chosen}`;
  const total = count?.total ?? 0;
  if (page.offset >= total) return { rows: [], total };
  const rows = await sql<BulkUpdateRow[]>`
    select line, reference, alert_id, status, verdict, result, cells from bulk_update_rows
    where company_id = ${companyId} and bulk_update_id = ${id} ${chosen}
    order by line
    limit ${page.limit} offset ${page.offset}`;
  return { rows, total };
}

/** The next rows after a line; each batch costs the same, however many came before. */
export async function readBulkRowsAfter(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
  line: number,
  rowsMax: number,
): Promise<readonly BulkUpdateRow[]> {
  return sql<BulkUpdateRow[]>`
    select line, reference, alert_id, status, verdict, result, cells from bulk_update_rows
    where company_id = ${companyId} and bulk_update_id = ${id} and line > ${line}
    order by line
    limit ${rowsMax}`;
}
