import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { readStoreStatements } from '../support/statements.ts';

/**
 * What must hold so that the tables that grow can be spread over machines by company, as Citus does: each row knows its
 * company, rows refer to each other within it, and statements find them by it. What is named here is what such a move would
 * have to change first; nothing else may be added unseen.
 */
const GROWING_TABLES = [
  'alert_history',
  'alert_tallies',
  'alert_tally_changes',
  'alerts',
  'bulk_update_rows',
  'forwards',
  'held_answers',
  'idempotency_keys',
  'outbox_jobs',
  'webhook_attempts',
  'webhook_deliveries',
];

const KEYS_WITHOUT_COMPANY = {
  alert_history_pkey: 'a number that only orders',
  forwards_pkey: 'a number that only orders; jobs name it together with the company',
  outbox_jobs_pkey: 'a number that only orders',
};

const REFERENCES_WITHOUT_COMPANY = {
  held_answers_user_id_fkey: 'users would be on every machine',
  webhook_deliveries_endpoint_id_fkey: 'the endpoint has a company, and its key would get it',
};

/** Statements of the paths that run all the time and meet several companies at once. */
const HOT_FILES = [
  'alerts/expire-alerts.ts',
  'alerts/find-alert.ts',
  'alerts/idempotency-keys.ts',
  'alerts/insert-routed-alerts.ts',
  'alerts/list-alerts.ts',
  'alerts/lock-alerts.ts',
  'alerts/record-answers.ts',
  'alerts/store-alerts.ts',
  'outbox/forward-jobs.ts',
  'outbox/webhook-jobs.ts',
];

const JOINS_WITHOUT_COMPANY: readonly [file: string, words: string, reason: string][] = [
  ['outbox/forward-jobs.ts', 'with finished', 'a job that is done is deleted by its number alone'],
  ['outbox/webhook-jobs.ts', 'with finished', 'a job that is done is deleted by its number alone'],
  ['outbox/webhook-jobs.ts', 'with overdue', 'a job that is given up is deleted by its number alone'],
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Keys (`p`, `u`) or references (`f`) of the growing tables that lack the company. */
async function findConstraintsWithoutCompany(...kinds: string[]): Promise<string[]> {
  const rows = await database.sql<{ name: string; definition: string }[]>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype::text in ${database.sql(kinds)} and conrelid::regclass::text in ${database.sql(GROWING_TABLES)}
    order by conname`;
  return rows
    .filter(({ definition }) => !/^[A-Z ]+\((?:[^)]*, )?company_id\b/.test(definition))
    .map(({ name }) => name);
}

describe('the tables that grow could be spread by company', () => {
  test('each row knows its company', async () => {
    const rows = await database.sql<{ name: string }[]>`
      select attrelid::regclass::text as name from pg_attribute
      where attname = 'company_id' and attnotnull and attrelid::regclass::text in ${database.sql(GROWING_TABLES)}
      order by 1`;
    expect(rows.map(({ name }) => name)).toEqual(GROWING_TABLES);
  });

  test('keys begin with the company, but the named ones', async () => {
    expect(await findConstraintsWithoutCompany('p', 'u')).toEqual(Object.keys(KEYS_WITHOUT_COMPANY));
  });

  test('rows refer to each other within a company, but the named ones', async () => {
    expect(await findConstraintsWithoutCompany('f')).toEqual(Object.keys(REFERENCES_WITHOUT_COMPANY));
  });
});

test('statements of the hot paths join, change and delete those rows by company, but the named ones', async () => {
  const tables = GROWING_TABLES.join('|');
  const meeting = new RegExp(
    `\\b(?:join|using|update|delete from) (?:${tables})(?: as)? (\\w+)\\b(.*?)(?=\\bjoin\\b|\\bleft\\b|\\)\\s*,|$)`,
    'gs',
  );
  const statements = (await readStoreStatements()).filter(({ file }) => HOT_FILES.includes(file));
  expect([...new Set(statements.map(({ file }) => file))]).toEqual(HOT_FILES);
  const without = statements.filter(({ text }) =>
    [...text.matchAll(meeting)].some(([, , rest = '']) => !rest.includes('company_id')),
  );
  const named = without.map(({ file, text }) =>
    JOINS_WITHOUT_COMPANY.find(([inFile, words]) => inFile === file && text.includes(words)),
  );
  expect(named).toEqual(JOINS_WITHOUT_COMPANY);
});
