import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireAlerts } from '../../src/store/alerts/expire-alerts.ts';
import { connect } from '../../src/store/connect.ts';
import { countAlertChanges } from '../../src/store/tallies/count-alert-changes.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { plantAlerts } from '../support/many-alerts.ts';
import { placeAlert } from '../support/place-alert.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { foldAll } from '../support/tallies.ts';
import { DAY_MS } from '../support/time.ts';

let service: TestService;
let second: SecondService;
beforeAll(async () => {
  service = await startTestService();
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

const LONG_AGO = {
  provider: 'provider_a_alerts',
  receivedAt: new Date(Date.now() - 2 * DAY_MS).toISOString(),
  status: 'other',
  cardBin: '411111',
  cardLast4: '0001',
} as const;

/** As the service would do it for an alert that nobody answered. */
async function expireSome(companyId: string): Promise<void> {
  await plantAlerts(service.sql, companyId, [{ ...LONG_AGO, status: 'pending' }]);
  await expireAlerts(service.sql, 100);
}

async function listWithoutMemory(companyId: string): Promise<{ id: string; status: string }[]> {
  return [
    ...(await service.sql<{ id: string; status: string }[]>`
      select id, status from alerts where company_id = ${companyId} order by received_at desc, id desc`),
  ];
}

/** The number of one company. */
async function countChangesOf(companyId: string): Promise<bigint> {
  const [changes = ''] = await countAlertChanges(service.sql, [companyId]);
  return BigInt(changes.split(' ')[0] ?? '');
}

describe('a list is as new as the request that asks for it', () => {
  test('whatever changes alerts and whichever process answers, folded or not', async () => {
    const company = await createTestCompany(service.sql);
    const here = createClient(service.url, company);
    const there = createClient(second.url, company);
    const alertId = await receiveAlert(service.url, company);
    const [forgettable = ''] = await plantAlerts(service.sql, company.companyId, [LONG_AGO]);
    const changes: (readonly [name: string, change: () => Promise<unknown>])[] = [
      ['an arrival', () => receiveAlert(service.url, company, 'provider_b_rdr')],
      ['many arrivals', () => deliverAlerts(second.url, 'provider_a_alerts', [alertMessage(company)])],
      ['a fold', () => foldAll(service.sql)],
      ['an answer', () => there.answer(alertId, 'other')],
      ['an answer after a fold', () => here.answer(alertId, 'notfound')],
      ['a deadline that passes', () => expireSome(company.companyId)],
      ['a statement of an operator', () => placeAlert(service.sql, alertId, { status: 'pending' })],
      ['a deletion', () => service.sql`delete from alerts where id = ${forgettable}`],
      ['another fold', () => foldAll(service.sql)],
    ];
    for (const [name, change] of changes) {
      // A page is kept from the second time on.
      for (const client of [here, there, here, there]) await client.list();
      await change();
      const fresh = await listWithoutMemory(company.companyId);
      const [shownHere, shownThere] = [await here.list(), await there.list()];
      expect({ name, list: shownHere.body.data }).toMatchObject({ name, list: fresh });
      expect({ name, text: shownThere.text }).toEqual({ name, text: shownHere.text });
      expect(shownHere.body.meta.total).toBe(fresh.length);
    }
  });
});

describe('the number of changes', () => {
  test('grows with each change and stays through a fold', async () => {
    const company = await createTestCompany(service.sql);
    const alertId = await receiveAlert(service.url, company);
    let latest = await countChangesOf(company.companyId);
    expect(latest).toBeGreaterThan(0n);
    for (const status of ['other', 'notfound', 'pending'] as const) {
      await foldAll(service.sql);
      const afterFold = await countChangesOf(company.companyId);
      expect(afterFold).toBeGreaterThanOrEqual(latest);
      await placeAlert(service.sql, alertId, { status });
      latest = await countChangesOf(company.companyId);
      expect(latest).toBeGreaterThan(afterFold);
    }
  });

  test('of several companies are told to those who asked, in their order', async () => {
    const [busy, idle] = [await createTestCompany(service.sql), await createTestCompany(service.sql)];
    await receiveAlert(service.url, busy);
    const asked = [idle.companyId, busy.companyId, randomUUID(), idle.companyId];
    const [ofIdle, ofBusy, ofNobody, again] = await countAlertChanges(service.sql, asked);
    expect(ofIdle).toMatch(/^0 since /);
    expect([ofNobody, again]).toEqual([ofIdle, ofIdle]);
    expect(ofBusy).toMatch(/^[1-9]\d* since /);
  });

  test('does not tell of a change before its commit', async () => {
    const company = await createTestCompany(service.sql);
    const alertId = await receiveAlert(service.url, company);
    const client = createClient(service.url, company);
    await client.list();
    const before = await client.list();
    const other = connect(service.config.databaseUrl ?? '', { applicationName: 'test', connectionsMax: 1 });
    await other.begin(async (transaction) => {
      await transaction`update alerts set status = 'other' where id = ${alertId}`;
      expect((await client.list()).text).toBe(before.text);
    });
    await other.end();
    expect((await client.list()).body.data[0].status).toBe('other');
  });
});

describe('alerts that are read in the same moment', () => {
  test('each caller gets its own, and 404 for what is another company’s', async () => {
    const companies = await Promise.all([1, 2, 3].map(() => createTestCompany(service.sql)));
    const ids = await Promise.all(companies.map((company) => receiveAlert(service.url, company)));
    const asked = companies.flatMap((company, owner) =>
      ids.flatMap((id, nr) => [
        { company, id, isOwn: owner === nr },
        { company, id: id.toUpperCase(), isOwn: owner === nr },
        { company, id: randomUUID(), isOwn: false },
        { company, id: 'no uuid', isOwn: false },
      ]),
    );
    const answers = await Promise.all(
      asked.map(({ company, id }) => createClient(service.url, company).read(id)),
    );
    const seen = answers.map(({ status, body }) => [status, body.data?.id, body.data?.company_id]);
    expect(seen).toEqual(
      asked.map(({ company, id, isOwn }) =>
        isOwn ? [200, id.toLowerCase(), company.companyId] : [404, undefined, undefined],
      ),
    );
  });
});
