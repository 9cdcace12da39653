import type { Sql } from '../connect.ts';

const CHANNEL = 'outbox_work';

export async function notifyOutboxWork(sql: Sql): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, '')`;
}

/** Calls back whenever any process says that there is new work; the driver reconnects by itself. */
export async function listenForOutboxWork(sql: Sql, onNotice: () => void): Promise<() => Promise<void>> {
  const listening = await sql.listen(CHANNEL, onNotice, onNotice);
  return () => listening.unlisten();
}
