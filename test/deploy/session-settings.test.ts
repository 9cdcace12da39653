import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Whatever the server's own settings are. */
test.each([
  ['jit', 'off'],
  ['TimeZone', 'UTC'],
  ['statement_timeout', '30s'],
  ['idle_in_transaction_session_timeout', '15s'],
])('every connection has %s %s', async (name, value) => {
  const [row] = await database.sql<{ value: string }[]>`select current_setting(${name}) as value`;
  expect(row?.value).toBe(value);
});
