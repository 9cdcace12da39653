import type postgres from 'postgres';
import { column } from './column.ts';
import type { Queryable, Sql } from './connect.ts';
import { driver } from './connection/driver.ts';

const CHANNEL = 'live';

/** Sends each text as a notice of its own, all in one statement. PostgreSQL takes less than 8,000 bytes each. */
export async function sendLiveNotices(sql: Queryable, texts: readonly string[]): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, told) from unnest(${column(sql, 'text', texts)}) as told`;
}

/**
 * Listens on a connection of its own. The driver replaces a lost one in most cases, not in all; a caller that hears
 * nothing stops this one and listens again.
 */
export async function listenForLiveNotices(
  sql: Sql,
  onNotice: (text: string) => void,
): Promise<() => Promise<void>> {
  const connection = connectLike(sql);
  const stop = (): Promise<void> => connection.end({ timeout: 0 });
  try {
    await connection.listen(CHANNEL, onNotice);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** The driver takes the options it has read once as they are. */
function connectLike({ options }: Sql): Sql {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types know only options that are still to be read
  return driver({ ...options } as unknown as postgres.Options<Record<string, postgres.PostgresType>>);
}
