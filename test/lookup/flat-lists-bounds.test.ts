import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AlertFilter, listAlerts } from '../../src/store/alerts/list-alerts.ts';
import type { Queryable } from '../../src/store/connect.ts';
import { transact } from '../../src/store/transact.ts';
import { createTestCompany } from '../support/company.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { plantAlerts, type PlantedAlert } from '../support/many-alerts.ts';
import { foldAll } from '../support/tallies.ts';
import { HOUR_MS } from '../support/time.ts';

const LIMITS = { changesMax: 50_000, listMax: 200, spanMax: 50, lookEvery: 1, newListsMax: 50 };
const ALERTS = 10_000;
/** A page of 20 whose alerts lie in a span of 50 each, or one short list; its days, months and halves of a pair beside. */
const ENTRIES_MAX = 1500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** How the alerts of a company may lie, from the kindest to the worst. */
const DISTRIBUTIONS: Record<string, (nr: number) => Partial<PlantedAlert>> = {
  'spread over a year, all of one card': (nr) => ({ receivedAt: at(nr * 0.86 * HOUR_MS) }),
  'all within one hour': (nr) => ({ receivedAt: at(nr * 300) }),
  'one BIN, digits of every kind': (nr) => ({
    receivedAt: at(nr * 0.86 * HOUR_MS),
    cardLast4: String(nr % 97).padStart(4, '0'),
  }),
  'two cards that never swap their digits': (nr) => ({
    receivedAt: at(nr * 0.86 * HOUR_MS),
    cardBin: nr % 2 ? '411111' : '522222',
    cardLast4: nr % 2 ? '0001' : '0002',
  }),
  'the same digits on a BIN that is long and one that is short': (nr) => ({
    receivedAt: at(nr * 0.86 * HOUR_MS),
    cardBin: nr % 400 ? '411111' : '522222',
  }),
  'one status that is rare and far back': (nr) => ({
    receivedAt: at(nr * 0.86 * HOUR_MS),
    status: nr % 701 === 0 && nr < ALERTS / 2 ? 'other' : 'notfound',
  }),
};

function at(ms: number): string {
  return new Date(Date.UTC(2025, 10, 1) + Math.trunc(ms)).toISOString();
}

const CARDS: readonly AlertFilter[] = [
  {},
  { cardBin: '411111' },
  { cardLast4: '0001' },
  { cardBin: '411111', cardLast4: '0001' },
  { cardBin: '411111', cardLast4: '0002' },
  { cardBin: '522222', cardLast4: '0001' },
  { cardBin: '999999' },
];
const STATUSES: readonly AlertFilter[] = [{}, { status: 'other' }, { status: 'pending' }];
const DAYS: readonly AlertFilter[] = [{}, { dateFrom: '2025-12-24', dateTo: '2026-05-05' }];
const FILTERS = CARDS.flatMap((card) =>
  STATUSES.flatMap((status) => DAYS.map((days) => Object.assign({}, card, status, days))),
);

/** Entries of the table and its indexes that the work reads. */
async function countEntriesRead(work: (sql: Queryable) => Promise<unknown>): Promise<number> {
  return transact(database.sql, async (transaction) => {
    const before = await readCounters(transaction);
    await work(transaction);
    return (await readCounters(transaction)) - before;
  });
}

/** What this connection has read since it last reported. */
async function readCounters(sql: Queryable): Promise<number> {
  const [row] = await sql<{ entries: number }[]>`
    select sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid))::int as entries
    from pg_class c
    where c.oid = 'alerts'::regclass or c.oid in (select indexrelid from pg_index where indrelid = 'alerts'::regclass)`;
  return row?.entries ?? 0;
}

async function plant(companyId: string, lie: (nr: number) => Partial<PlantedAlert>): Promise<void> {
  const alerts = Array.from({ length: ALERTS }, (_, nr): PlantedAlert => ({
    provider: 'provider_b_rdr',
    status: 'notfound',
    receivedAt: at(0),
    cardBin: '411111',
    cardLast4: '0001',
    ...lie(nr),
  }));
  await plantAlerts(database.sql, companyId, alerts);
  await foldAll(database.sql, LIMITS);
  await database.sql`vacuum analyze alerts`;
}

describe(`of ${ALERTS} alerts no page reads more than ${ENTRIES_MAX} entries`, () => {
  test.each(Object.entries(DISTRIBUTIONS))('%s', { timeout: 120_000 }, async (_, lie) => {
    const { companyId } = await createTestCompany(database.sql);
    await plant(companyId, lie);
    const read: { filter: AlertFilter; offset: number; entries: number }[] = [];
    for (const filter of FILTERS) {
      const { total } = await listAlerts(database.sql, companyId, filter, { offset: 0, limit: 1 });
      for (const offset of [0, Math.floor(total / 2), Math.max(0, total - 20)]) {
        const entries = await countEntriesRead((sql) =>
          listAlerts(sql, companyId, filter, { offset, limit: 20 }),
        );
        read.push({ filter, offset, entries });
      }
    }
    expect(read.filter(({ entries }) => entries > ENTRIES_MAX)).toEqual([]);
    // It does count: a page of 20 cannot be had for less.
    expect(Math.max(...read.map(({ entries }) => entries))).toBeGreaterThan(20);
  });
});
