import type postgres from 'postgres';
import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';

/**
 * The condition that a row of a bulk update is one of these lines. A list of lines joined as a table would be planned by
 * what is known of `bulk_update_rows`, and of rows that were written a moment ago nothing is known: the whole update
 * would be read for each line. This form is always looked up in the key.
 */
export function isOneOfLines(sql: Queryable, lines: readonly number[]): postgres.Fragment {
  return sql`line = any(${column(sql, 'integer', lines)})`;
}
