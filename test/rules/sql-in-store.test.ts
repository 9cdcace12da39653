import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readStoreFragments } from '../support/statements.ts';

const SOURCE = new URL('../../src/', import.meta.url);
const SCHEMA = new URL('../../schema.sql', import.meta.url);

/** Where SQL is put together as text, none of which comes from outside. */
const TEXT_AS_SQL = {
  'store/alerts/alert-columns.ts': 'names of columns, from a constant',
  'store/migrate.ts': 'the migrations themselves',
  'store/outbox/attempt-partitions.ts': 'tables by day; PostgreSQL takes no parameter there',
  'store/tallies/alert-tallies.ts': 'names of columns, from a constant',
};

/** Parts of statements that are bound by the statement they go into. */
const BOUND_BY_THE_WHOLE = {
  'outbox/delivery-state.ts': 'jobs of a delivery that the whole has bound to its company',
  'outbox/list-forwards.ts': 'operator: what waits for provider A, of all companies',
};

async function findFiles(pattern: RegExp): Promise<string[]> {
  const files = (await readdir(SOURCE, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(new URL(file, SOURCE), 'utf8')).match(pattern) ? [file] : [])),
  );
  return found.flat().toSorted();
}

/** The tables whose every row belongs to a company. */
async function readTenantTables(): Promise<string[]> {
  const schema = await readFile(SCHEMA, 'utf8');
  return [...schema.matchAll(/create table (\w+) \(\n((?: .*\n)*)/g)]
    .filter(([, , columns]) => columns?.includes('company_id uuid not null'))
    .map(([, name]) => name ?? '');
}

test('SQL stands in the store alone, so that the test of its statements sees all there are', async () => {
  const withSql = await findFiles(/\b(?:sql|transaction)(?:<[^`]*?>)?`/);
  expect(withSql.length).toBeGreaterThan(50);
  expect(withSql.filter((file) => !/^store\/(?!connection\/)/.test(file))).toEqual([]);
});

test('and is text put together in the named files only', async () => {
  expect(await findFiles(/\.unsafe\(/)).toEqual(Object.keys(TEXT_AS_SQL));
});

test('no part of a statement that stands alone reads or writes a table of companies, but the named ones', async () => {
  const tables = await readTenantTables();
  expect(tables).toEqual(expect.arrayContaining(['alerts', 'alert_history', 'webhook_endpoints']));
  const usesTable = new RegExp(`\\b(?:from|join|into|update)\\s+(?:${tables.join('|')})\\b`, 'i');
  const fragments = await readStoreFragments();
  expect(fragments.length).toBeGreaterThan(5);
  const escaping = fragments.filter(({ text }) => usesTable.test(text) && !/company_id = /.test(text));
  expect([...new Set(escaping.map(({ file }) => file))]).toEqual(Object.keys(BOUND_BY_THE_WHOLE));
});
