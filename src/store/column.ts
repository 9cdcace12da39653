import type postgres from 'postgres';
import type { Queryable } from './connect.ts';

const ARRAY_TYPES = {
  bigint: 1016,
  float8: 1022,
  integer: 1007,
  text: 1009,
  timestamp: 1115,
  uuid: 2951,
} as const;
/** Made once: a literal in the function would be made again for each value. */
const TO_ESCAPE = /["\\]/g;

export type ColumnType = keyof typeof ARRAY_TYPES;

/**
 * A list of values, for `any` or as one column for `unnest`: a large one costs both sides about half of what it costs as JSON. The
 * literal is written here, because the driver knows array types only if it asks for them on every connection.
 */
export function column(
  sql: Queryable,
  type: ColumnType,
  values: readonly (string | number | null)[],
): postgres.Parameter<string> {
  const elements = values.map(type === 'text' ? quote : String);
  return sql.typed(`{${elements.join(',')}}`, ARRAY_TYPES[type]);
}

/** Only a value without quotes can be null: the text `null` is no null. */
function quote(value: string | number | null): string {
  return value === null ? 'null' : `"${String(value).replaceAll(TO_ESCAPE, String.raw`\$&`)}"`;
}
