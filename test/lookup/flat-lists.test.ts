import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERT_STATUSES } from '../../src/rules/alert.ts';
import { PROVIDERS } from '../../src/rules/provider.ts';
import { foldAlertChanges } from '../../src/store/tallies/fold-alert-changes.ts';
import { createTestCompany } from '../support/company.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { plantAlerts, type PlantedAlert } from '../support/many-alerts.ts';
import { listBothWays } from '../support/plain-list.ts';
import { findWrongTallies, foldAll, LOW_LIMITS, readTallyLevels } from '../support/tallies.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Some in the same millisecond, some on either side of a second, minute, hour, day, month or year. */
const moment = fc.constantFrom(
  '2025-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00.000Z',
  '2026-02-28T12:00:00.000Z',
  '2026-03-01T00:00:00.000Z',
  '2026-03-01T00:00:00.001Z',
  '2026-03-01T00:00:01.000Z',
  '2026-03-01T00:01:00.000Z',
  '2026-03-01T00:59:59.999Z',
  '2026-03-01T01:00:00.000Z',
  '2026-03-02T00:00:00.000Z',
  '2026-03-31T23:59:59.999Z',
  '2026-04-01T00:00:00.000Z',
);
const day = fc.constantFrom(
  '2025-12-31',
  '2026-01-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-02',
  '2026-03-31',
  '2026-04-01',
);
const status = fc.constantFrom(...ALERT_STATUSES);
const cardBin = fc.constantFrom('411111', '522222', '55555555');
const cardLast4 = fc.constantFrom('0000', '4242', '9999');

const alert: fc.Arbitrary<PlantedAlert> = fc
  .record({ provider: fc.constantFrom(...PROVIDERS), receivedAt: moment, status, cardBin, cardLast4 })
  .filter((planted) => planted.status !== 'expired' || planted.provider === 'provider_a_alerts');

const anyFilter = fc.record({ status, cardBin, cardLast4, dateFrom: day, dateTo: day }, { requiredKeys: [] });

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('arrive'), alerts: fc.array(alert, { maxLength: 12 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('answer'), status, from: fc.nat(11), count: fc.nat(8) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move'), from: fc.nat(11), to: moment, cardLast4 }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), from: fc.nat(11), count: fc.nat(4) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('fold'), changesMax: fc.integer({ min: 1, max: 30 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('list'),
      filter: anyFilter,
      offset: fc.nat(40),
      limit: fc.integer({ min: 1, max: 20 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns what a list shows that plain counting does not, or the other way round. */
async function take(companyId: string, taken: Step): Promise<object | undefined> {
  const { sql } = database;
  switch (taken.kind) {
    case 'arrive':
      await plantAlerts(sql, companyId, taken.alerts);
      return undefined;
    case 'answer':
      await sql`
        update alerts set status = ${taken.status} where company_id = ${companyId} and id in (
          select id from alerts where company_id = ${companyId}
            and (provider = 'provider_a_alerts' or ${taken.status} <> 'expired')
          order by id offset ${taken.from} limit ${taken.count})`;
      return undefined;
    case 'move':
      await sql`
        update alerts set received_at = ${taken.to}, card_last4 = ${taken.cardLast4}
        where company_id = ${companyId} and id in (
          select id from alerts where company_id = ${companyId} order by id offset ${taken.from} limit 1)`;
      return undefined;
    case 'delete':
      await sql`
        delete from alerts where company_id = ${companyId} and id in (
          select id from alerts where company_id = ${companyId} order by id offset ${taken.from} limit ${taken.count})`;
      return undefined;
    case 'fold':
      await foldAlertChanges(sql, { ...LOW_LIMITS, changesMax: taken.changesMax });
      return undefined;
    case 'list': {
      const { listed, plain } = await listBothWays(sql, { companyId, ...taken });
      return isDeepStrictEqual(listed, plain) ? undefined : { taken, listed, plain };
    }
  }
}

describe('pages and totals are those of counting and sorting everything', () => {
  test('whatever came, changed or went, before, between and after folds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const { companyId } = await createTestCompany(database.sql);
        for (const taken of steps) expect(await take(companyId, taken)).toBeUndefined();
        await foldAll(database.sql);
        expect(await findWrongTallies(database.sql, companyId)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  test('on every page of a list that is long in every way', async () => {
    const { companyId } = await createTestCompany(database.sql);
    const planted = fc.sample(alert, { numRuns: 700, seed: 7 });
    await plantAlerts(database.sql, companyId, planted.slice(0, 400));
    await foldAll(database.sql);
    await plantAlerts(database.sql, companyId, planted.slice(400));
    for (const state of ['some unfolded', 'all folded']) {
      for (const filter of [
        {},
        { status: 'other' as const },
        { cardBin: '411111' },
        { cardLast4: '4242', cardBin: '522222' },
        { dateFrom: '2026-01-01', dateTo: '2026-03-30' },
      ]) {
        for (let offset = 0; offset <= 800; offset += 67) {
          const { listed, plain } = await listBothWays(database.sql, {
            companyId,
            filter,
            offset,
            limit: 67,
          });
          expect({ state, filter, offset, ...listed }).toEqual({ state, filter, offset, ...plain });
        }
      }
      await foldAll(database.sql);
    }
    expect(await findWrongTallies(database.sql, companyId)).toEqual([]);
    // It was not for want of tallies: all kinds of lists have them down to the second.
    expect(await readTallyLevels(database.sql, companyId)).toEqual({ all: 5, bin: 5, last4: 5, both: 5 });
  });
});
