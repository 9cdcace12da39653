import type { BulkSource } from '../../rules/bulk-update.ts';
import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';
import { isOneOfLines } from './bulk-lines.ts';
import type { BulkUpdateKey } from './bulk-updates.ts';

/** The update whose turn it is. */
export interface Turn extends BulkUpdateKey {
  readonly source: BulkSource;
  readonly userId: string;
  /** False while it waits for a change of mind and only its urgent rows run. */
  readonly hasBegun: boolean;
  readonly at: Date;
}

export interface RowToRun {
  readonly line: number;
  readonly alertId: string;
  readonly status: string;
}

export interface TurnOptions {
  readonly urgentWithinMs: number;
  /** Those that have just failed: others must not wait for them. */
  readonly notNow: readonly string[];
}

/**
 * Takes hold of the running update whose company was served longest ago, by a lock that lasts as long as the
 * transaction. What another process works on is skipped.
 */
export async function takeTurn(sql: Queryable, options: TurnOptions): Promise<Turn | undefined> {
  const [turn] = await sql<Turn[]>`
    select b.company_id, b.id, b.source, b.user_id, b.start_at <= moment.at as has_begun, moment.at
    from bulk_updates b cross join (select clock_timestamp() as at) moment
    where b.state = 'running'
      and b.id <> all(${column(sql, 'uuid', options.notNow)})
      and (b.start_at <= moment.at or exists (
        select 1 from bulk_update_rows r
        where r.company_id = b.company_id and r.bulk_update_id = b.id and r.verdict = 'will_apply' and r.result is null
          and r.answer_by < moment.at + ${options.urgentWithinMs} * interval '1 ms'))
    order by
      (select max(other.last_batch_at) from bulk_updates other
        where other.company_id = b.company_id and other.state = 'running') nulls first,
      b.last_batch_at nulls first, b.start_at
    limit 1
    for no key update of b skip locked`;
  return turn;
}

/** The next rows, nearest deadline first; only urgent ones before the update has begun. */
export async function pickRows(
  sql: Queryable,
  { companyId, id, hasBegun, at }: Turn,
  { urgentWithinMs, rowsMax }: { readonly urgentWithinMs: number; readonly rowsMax: number },
): Promise<readonly RowToRun[]> {
  const urgentBefore = new Date(at.getTime() + urgentWithinMs);
  return sql<RowToRun[]>`
    select line, alert_id, status from bulk_update_rows
    where company_id = ${companyId} and bulk_update_id = ${id} and verdict = 'will_apply' and result is null
      ${hasBegun ? sql`` : sql`and answer_by < ${urgentBefore}`}
    order by answer_by, line
    limit ${rowsMax}`;
}

export interface RowResult {
  readonly line: number;
  /** `applied`, or the name of the refusal. */
  readonly result: string;
}

/** Writes what became of the rows, and counts them. */
export async function recordResults(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
  results: readonly RowResult[],
  isLast: boolean,
): Promise<void> {
  const linesByResult = Map.groupBy(results, ({ result }) => result);
  for (const [result, rows] of linesByResult) {
    const lines = rows.map(({ line }) => line);
    await sql`
      update bulk_update_rows set result = ${result}
      where company_id = ${companyId} and bulk_update_id = ${id} and ${isOneOfLines(sql, lines)}`;
  }
  const applied = linesByResult.get('applied')?.length ?? 0;
  await sql`
    update bulk_updates set
      rows_applied = rows_applied + ${applied}, rows_refused = rows_refused + ${results.length - applied},
      last_batch_at = clock_timestamp(),
      state = case when ${isLast} then 'done' else state end,
      finished_at = case when ${isLast} then clock_timestamp() end
    where company_id = ${companyId} and id = ${id}`;
}
