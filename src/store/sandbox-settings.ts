import type { Queryable } from './connect.ts';

export async function readSandboxSetting(sql: Queryable, name: string): Promise<string | undefined> {
  const [setting] = await sql<{ value: string }[]>`
    select value from sandbox_settings where name = ${name}`;
  return setting?.value;
}

export async function writeSandboxSetting(sql: Queryable, name: string, value: string): Promise<void> {
  await sql`
    insert into sandbox_settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`;
}
