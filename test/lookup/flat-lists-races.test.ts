import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adoptUnroutedAlerts } from '../../src/store/alerts/adopt-unrouted-alerts.ts';
import { expireAlerts } from '../../src/store/alerts/expire-alerts.ts';
import { connect } from '../../src/store/connect.ts';
import { countWholeViews } from '../../src/store/tallies/count-alerts.ts';
import { foldAlertChanges } from '../../src/store/tallies/fold-alert-changes.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { waitForLockWaiters } from '../support/locks.ts';
import { plantAlerts } from '../support/many-alerts.ts';
import { listBothWays } from '../support/plain-list.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { findWrongTallies, foldAll, LOW_LIMITS } from '../support/tallies.ts';
import { DAY_MS, HOUR_MS } from '../support/time.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const FILTERS = [
  {},
  { status: 'pending' },
  { status: 'expired' },
  { cardBin: '411111' },
  { cardLast4: '0001', status: 'notfound' },
  { cardBin: '522222', cardLast4: '0002' },
] as const;

function messages(company: TestCompany, count: number, overrides: object = {}): object[] {
  return Array.from({ length: count }, (_, nr) =>
    alertMessage(company, {
      card_bin: nr % 2 ? '411111' : '522222',
      card_last4: `000${nr % 3}`,
      ...overrides,
    }),
  );
}

async function expectExact(companyId: string): Promise<void> {
  for (const filter of FILTERS) {
    for (const offset of [0, 7, 210]) {
      const { listed, plain } = await listBothWays(service.sql, { companyId, filter, offset, limit: 9 });
      expect({ filter, offset, ...listed }).toEqual({ filter, offset, ...plain });
    }
  }
}

describe('lists stay exact', () => {
  test('while alerts arrive, are answered and expire, and several processes fold', async () => {
    const company = await createTestCompany(service.sql);
    const { companyId } = company;
    const client = createClient(service.url, company);
    const ending = new AbortController();
    async function whileBusy(work: () => Promise<unknown>): Promise<void> {
      while (!ending.signal.aborted) await work();
    }
    async function arriveAndAnswer(): Promise<void> {
      for (let round = 0; round < 12; round += 1) {
        const taken = await deliverAlerts(service.url, 'provider_a_alerts', messages(company, 20));
        const ids = taken.map(({ id }) => String(id));
        await service.sql`
          update alerts set expires_at = clock_timestamp() where company_id = ${companyId} and id = ${ids[0] ?? ''}`;
        await Promise.all(ids.slice(5, 12).map(async (id) => client.answer(id, 'notfound')));
      }
    }
    const folds = [1, 2].map(async () =>
      whileBusy(() => foldAlertChanges(service.sql, { ...LOW_LIMITS, changesMax: 15 })),
    );
    const others = [whileBusy(() => expireAlerts(service.sql, 100)), whileBusy(() => expectExact(companyId))];
    await arriveAndAnswer().finally(() => ending.abort());
    await Promise.all([...folds, ...others]);
    await foldAll(service.sql);
    await expectExact(companyId);
    expect(await findWrongTallies(service.sql, companyId)).toEqual([]);
  }, 120_000);

  test('when unrouted alerts of long ago become alerts of a company whose lists are tallied', async () => {
    const company = await createTestCompany(service.sql);
    const { companyId } = company;
    await deliverAlerts(service.url, 'provider_a_alerts', messages(company, 30));
    await foldAll(service.sql);
    const descriptor = `LATER ${companyId}`;
    await deliverAlerts(service.url, 'provider_a_alerts', messages(company, 12, { descriptor }));
    await service.sql`
      update unrouted_alerts set received_at = received_at - interval '400 days' where facts->>'descriptor' = ${descriptor}`;
    await service.sql`
      update unrouted_alerts u set route_key = e.route_key from merchant_enrollments e
      where u.facts->>'descriptor' = ${descriptor} and e.company_id = ${companyId} and e.provider = u.provider`;
    expect(await adoptUnroutedAlerts(service.sql, DAY_MS, 100)).toBe(12);
    await expectExact(companyId);
    await foldAll(service.sql);
    await expectExact(companyId);
    expect(await findWrongTallies(service.sql, companyId)).toEqual([]);
  });

  test('when the process dies in the middle of a fold', async () => {
    const { companyId } = await createTestCompany(service.sql);
    const planted = {
      provider: 'provider_b_rdr',
      status: 'pending',
      receivedAt: '2026-05-05T05:05:05.005Z',
      cardBin: '411111',
      cardLast4: '0001',
    } as const;
    await plantAlerts(
      service.sql,
      companyId,
      Array.from({ length: 10 }, () => planted),
    );
    await foldAll(service.sql);
    await plantAlerts(
      service.sql,
      companyId,
      Array.from({ length: 5 }, () => planted),
    );
    const dying = connect(service.config.databaseUrl ?? '', { applicationName: 'dying', connectionsMax: 1 });
    await service.sql.begin(async (transaction) => {
      await transaction`select 1 from alert_tallies where company_id = ${companyId} for update`;
      const outcome = foldAlertChanges(dying, LOW_LIMITS).catch((error: unknown) => error);
      const [pid] = await waitForLockWaiters(service.sql);
      await service.sql`select pg_terminate_backend(${pid ?? 0})`;
      expect(await outcome).toBeInstanceOf(Error);
    });
    await dying.end({ timeout: 1 });
    await expectExact(companyId);
    await foldAll(service.sql);
    await expectExact(companyId);
    expect(await findWrongTallies(service.sql, companyId)).toEqual([]);
  });

  test('and so do the totals of the dashboard’s views', async () => {
    const { companyId } = await createTestCompany(service.sql);
    const now = new Date();
    const alerts = Array.from({ length: 40 }, (_, nr) => ({
      provider: nr % 4 === 0 ? ('provider_b_rdr' as const) : ('provider_a_alerts' as const),
      status: nr % 4 === 1 ? ('expired' as const) : nr % 3 === 0 ? ('other' as const) : ('pending' as const),
      receivedAt: new Date(now.getTime() - nr * HOUR_MS).toISOString(),
      cardBin: '411111',
      cardLast4: '0001',
    }));
    const ofA = alerts.filter(({ provider }) => provider === 'provider_a_alerts');
    const isExpired = ({ status, receivedAt }: (typeof alerts)[number]): boolean =>
      status === 'expired' || (status === 'pending' && Date.parse(receivedAt) + DAY_MS <= now.getTime());
    const wanted = {
      answered: ofA.filter(({ status }) => status === 'other').length,
      expired: ofA.filter(isExpired).length,
      autoRefunded: 10,
      all: 40,
    };
    await plantAlerts(service.sql, companyId, alerts.slice(0, 30));
    await foldAlertChanges(service.sql, { ...LOW_LIMITS, listMax: 1000 });
    await plantAlerts(service.sql, companyId, alerts.slice(30));
    expect(await countWholeViews(service.sql, companyId, now)).toEqual(wanted);
    await foldAlertChanges(service.sql, LOW_LIMITS);
    expect(await countWholeViews(service.sql, companyId, now)).toEqual(wanted);
    await service.sql`update alerts set status = status where company_id = ${companyId}`;
    await service.sql`delete from alerts where company_id = ${companyId} and provider = 'provider_b_rdr'`;
    expect(await countWholeViews(service.sql, companyId, now)).toEqual({
      ...wanted,
      autoRefunded: 0,
      all: 30,
    });
  });
});
