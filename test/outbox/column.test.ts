import { afterAll, beforeAll, expect, test } from 'vitest';
import { column, type ColumnType } from '../../src/store/column.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.for<[type: ColumnType, values: (string | number | null)[]]>([
  [
    'text',
    ['plain', '', ' ', 'null', 'NULL', null, '{a,b}', '"', '\\', '\\"', "'", 'two\nlines', 'São Paulo 🙂'],
  ],
  ['integer', [0, -1, 2_147_483_647, null]],
  ['bigint', ['9223372036854775807', null, '1']],
  ['float8', [1_763_190_000_123, 0.5, null]],
  ['uuid', ['00000000-0000-4000-8000-00000000000a', null]],
  ['text', []],
])('a column of %s arrives as it was sent', async ([type, values]) => {
  const { sql } = database;
  const rows = await sql`select value from unnest(${column(sql, type, values)}) as value`;
  expect(rows.map(({ value }) => value)).toEqual(values);
});
