import type { Sql } from '../src/store/connect.ts';

/** The schema as text, from PostgreSQL's own catalog and in a fixed order: readable, and equal when the schema is equal. */
export async function describeSchema(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`;
  const parts: string[] = [];
  for (const { name } of tables) parts.push(await describeTable(sql, name));
  parts.push(...(await describeFunctions(sql)));
  return `-- The schema that the migrations make. Written by \`npm run snapshots\`; a test holds it against drift.\n\n${parts.join('\n')}`;
}

async function describeTable(sql: Sql, table: string): Promise<string> {
  const columns = await sql<{ line: string }[]>`
    select format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end,
      case
        when a.attidentity <> '' then ' generated always as identity'
        when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
        else ''
      end) as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`;
  const constraints = await sql<{ line: string }[]>`
    select format('  constraint %s %s', conname, pg_get_constraintdef(oid)) as line
    from pg_constraint
    where conrelid = ${table}::regclass and contype <> 'n'
    order by contype = 'p' desc, conname`;
  const indexes = await sql<{ line: string }[]>`
    select pg_get_indexdef(i.indexrelid) || ';' as line
    from pg_index i
    where i.indrelid = ${table}::regclass
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)
    order by 1`;
  const triggers = await sql<{ line: string }[]>`
    select pg_get_triggerdef(oid) || ';' as line from pg_trigger
    where tgrelid = ${table}::regclass and not tgisinternal
    order by tgname`;
  const body = [...columns, ...constraints].map(({ line }) => line).join(',\n');
  return [
    `create table ${table} (\n${body}\n);`,
    ...[...indexes, ...triggers].map(({ line }) => line),
    '',
  ].join('\n');
}

async function describeFunctions(sql: Sql): Promise<string[]> {
  const functions = await sql<{ definition: string }[]>`
    select pg_get_functiondef(oid) || ';' as definition from pg_proc
    where pronamespace = 'public'::regnamespace
    order by proname`;
  return functions.map(({ definition }) => `${definition.trimEnd()}\n`);
}
