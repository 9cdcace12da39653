import { afterAll, beforeAll, expect, test } from 'vitest';
import { maintainAttemptPartitions } from '../../src/store/outbox/attempt-partitions.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function partitionNames(): Promise<string[]> {
  const rows = await database.sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'webhook_attempts'::regclass order by 1`;
  return rows.map(({ name }) => name).filter((name) => name !== 'webhook_attempts_undated');
}

async function insertAttempt(at: string): Promise<string> {
  const [row] = await database.sql<{ partition: string }[]>`
    insert into webhook_attempts (attempted_at, company_id, alert_id, endpoint_id, attempt, duration_ms)
    values (${at}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 1)
    returning tableoid::regclass::text as partition`;
  return row?.partition ?? '';
}

test('D29: today and the days ahead have a partition of their own, made once by any number of processes', async () => {
  await Promise.all([1, 2, 3].map(() => maintainAttemptPartitions(database.sql, 2, 90)));
  const today = new Date().toISOString().slice(0, 10);
  expect(await partitionNames()).toHaveLength(3);
  expect(await insertAttempt(`${today}T12:00:00Z`)).toBe(`webhook_attempts_${today.replaceAll('-', '')}`);
});

test('an attempt of a day without a partition is kept all the same, and that day stays there', async () => {
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  expect(await insertAttempt(`${day}T00:00:00Z`)).toBe('webhook_attempts_undated');
  await maintainAttemptPartitions(database.sql, 6, 90);
  expect(await insertAttempt(`${day}T23:59:59.999Z`)).toBe('webhook_attempts_undated');
});

test('D29: partitions past their time are dropped, the others stay', async () => {
  await database.sql.unsafe(`
    create table webhook_attempts_20200101 partition of webhook_attempts
      for values from ('2020-01-01 00:00:00+00') to ('2020-01-02 00:00:00+00')`);
  const before = await partitionNames();
  await maintainAttemptPartitions(database.sql, 2, 90);
  expect(await partitionNames()).toEqual(before.filter((name) => name !== 'webhook_attempts_20200101'));
});
