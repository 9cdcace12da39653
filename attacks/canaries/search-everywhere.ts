import type { Sql } from '../../src/store/connect.ts';

/** Text that was found where it must not be. */
export type Find = (place: string, text: string) => void;

/** Looks through every row of every table, as text and with the spaces and dashes of groups taken out. */
export async function searchDatabase(sql: Sql, find: Find): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
    for (const { row } of rows) find(`the table ${name}`, row);
  }
}

/** What a needle looks like in text and in bytes that PostgreSQL shows. */
export function formsOf(secret: string): string[] {
  return [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
}
