import type { Queryable } from './connect.ts';

/** The one clock that decides (D11), in milliseconds like everything that is stored. */
export async function readDatabaseClock(sql: Queryable): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select date_trunc('milliseconds', clock_timestamp()) as now`;
  if (row === undefined) throw new Error('The database did not return the time');
  return row.now;
}
