import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { connect, type Sql } from '../../src/store/connect.ts';
import { migrate } from '../../src/store/migrate.ts';

const options = { applicationName: 'test migrations', connectionsMax: 2 };

let admin: Sql;
let url: string;
const names: string[] = [];
let migrations: string[];

beforeAll(async () => {
  admin = connect(inject('serverUrl'), { applicationName: 'test admin', connectionsMax: 1 });
  migrations = (await readdir(new URL('../../migrations/', import.meta.url))).toSorted();
});
afterAll(async () => {
  for (const name of names) await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
});
beforeEach(async () => {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  names.push(name);
  await admin.unsafe(`create database ${name}`);
  url = new URL(`/${name}`, inject('serverUrl')).href;
});

/** Runs work with a pool of its own, as a process would. */
async function asProcess<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, options);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

async function readApplied(): Promise<string[]> {
  const rows = await asProcess(
    (sql) => sql<{ name: string }[]>`select name from schema_migrations order by name`,
  );
  return rows.map(({ name }) => name);
}

describe('migrate', () => {
  test('four processes at once on an empty database: each migration is applied once', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, async () => asProcess(migrate)));
    expect(applied.flat().toSorted()).toEqual(migrations);
    expect(applied.filter((own) => own.length > 0)).toHaveLength(1);
    expect(await readApplied()).toEqual(migrations);
  });

  test('running it again applies nothing', async () => {
    expect(await asProcess(migrate)).toEqual(migrations);
    expect(await asProcess(migrate)).toEqual([]);
  });

  test('a database with a migration that this program does not know is refused, and left as it is', async () => {
    await asProcess(migrate);
    await asProcess((sql) => sql`insert into schema_migrations (name) values ('9999_from_the_future.sql')`);
    await expect(asProcess(migrate)).rejects.toThrow('9999_from_the_future.sql');
    expect(await readApplied()).toEqual([...migrations, '9999_from_the_future.sql']);
  });

  test('what fails halfway leaves nothing behind, and works once the cause is gone', async () => {
    // A table of the same name stands in the way of the first migration.
    await asProcess((sql) => sql`create table forwards (in_the_way boolean)`);
    await expect(asProcess(migrate)).rejects.toThrow('forwards');
    const tables = await asProcess(
      (sql) => sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(['forwards']);
    await asProcess((sql) => sql`drop table forwards`);
    expect(await asProcess(migrate)).toEqual(migrations);
  });
});
