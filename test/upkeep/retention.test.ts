import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retentionBorders } from '../../src/rules/retention.ts';
import type { OldKind } from '../../src/rules/retention.ts';
import { findAlert } from '../../src/store/alerts/find-alert.ts';
import { resendDeliveries } from '../../src/store/outbox/resend-deliveries.ts';
import { deleteOldAlerts, WALK_BEGIN } from '../../src/store/retention/delete-old-alerts.ts';
import { takeRetentionTurn } from '../../src/store/retention/retention-turn.ts';
import { deleteWhatIsOld } from '../../src/upkeep/run-retention.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { lockAlert } from '../support/locks.ts';
import { plantAlerts, type PlantedAlert } from '../support/many-alerts.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { findWrongTallies, foldAll } from '../support/tallies.ts';
import { ageAlert, DAY_MS } from '../support/time.ts';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const TERMS = { retentionDays: 730, responseWindowMs: DAY_MS, followUpWindowMs: 6 * DAY_MS };
const RECEIVED_AT = '2024-03-01T12:00:00.500Z';
const PLANTED: PlantedAlert = {
  provider: 'provider_a_alerts',
  receivedAt: RECEIVED_AT,
  status: 'expired',
  cardBin: '41234567',
  cardLast4: '4242',
};

async function pass(terms = TERMS): Promise<Partial<Record<OldKind, number>>> {
  const log = pino({ level: 'silent' });
  const deleted = await deleteWhatIsOld(
    service.sql,
    { terms, log, observe: () => {} },
    new AbortController().signal,
  );
  return Object.fromEntries(deleted);
}

async function isThere(alertId: string): Promise<boolean> {
  return (await findAlert(service.sql, company.companyId, alertId)) !== undefined;
}

/** Every row of the database that names the alert. */
async function countTraces(alertId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['alert_history', 'forwards', 'webhook_deliveries', 'alert_receipts', 'outbox_jobs']) {
    const [row] = await service.sql<{ count: number }[]>`
      select count(*)::int as count from ${service.sql(table)} where alert_id = ${alertId}`;
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

describe('D29: what is old goes, to the millisecond', () => {
  test.each([
    ['one millisecond after the border', 1, true],
    ['at the border', 0, false],
    ['one millisecond before it', -1, false],
  ])('an alert received %s', async (_name, afterMs, stays) => {
    company = await createTestCompany(service.sql);
    const [id = ''] = await plantAlerts(service.sql, company.companyId, [PLANTED]);
    const border = new Date(Date.parse(RECEIVED_AT) - afterMs);
    await takeRetentionTurn(service.sql, (sql) =>
      deleteOldAlerts(sql, company.companyId, { border, from: WALK_BEGIN, alertsMax: 10 }),
    );
    expect(await isThere(id)).toBe(stays);
    await pass();
  });

  test.each([
    ['24 months', TERMS, '2024-11-15T00:00:00.000Z', '2024-11-15T00:00:00.000Z'],
    [
      'a day: its windows count',
      { ...TERMS, retentionDays: 1 },
      '2026-11-09T00:00:00.000Z',
      '2025-11-15T00:00:00.000Z',
    ],
  ])('kept for %s', (_name, terms, alerts, audit) => {
    expect(retentionBorders(new Date('2026-11-15T00:00:00.000Z'), terms)).toEqual({
      alerts: new Date(alerts),
      audit: new Date(audit),
    });
  });
});

test('an alert goes with its history, deliveries, forwards and receipt; the provider may send it again', async () => {
  company = await createTestCompany(service.sql);
  await createTestEndpoint(service, company, 'https://receiver.example/hook');
  const message = alertMessage(company);
  const [first] = await deliverAlerts(service.url, 'provider_a_alerts', [message]);
  const id = String(first?.id);
  await createClient(service.url, company).answer(id, 'notfound');
  expect(Object.values(await countTraces(id))).toEqual([1, 1, 1, 1, 2]);
  await ageAlert(service.sql, id, 731 * DAY_MS);
  expect(await pass()).toEqual({});
  await service.sql`delete from outbox_jobs where alert_id = ${id} and forward_id is null`;
  expect(await pass()).toEqual({});
  await service.sql`delete from outbox_jobs where alert_id = ${id}`;
  expect(await pass()).toEqual({ alerts: 1 });
  expect(Object.values(await countTraces(id))).toEqual([0, 0, 0, 0, 0]);
  expect((await createClient(service.url, company).read(id)).status).toBe(404);
  const [again] = await deliverAlerts(service.url, 'provider_a_alerts', [message]);
  expect(again).toMatchObject({ result: 'accepted' });
});

describe('what is not over stays, however old', () => {
  test.each([
    ['an alert of provider A that has not expired yet', { status: 'pending' as const }, true],
    [
      'an unanswered alert of provider B, which never expires',
      { status: 'pending' as const, provider: 'provider_b_rdr' as const },
      false,
    ],
    ['one that was answered', { status: 'other' as const }, false],
  ])('%s', async (_name, overrides, stays) => {
    company = await createTestCompany(service.sql);
    const [id = ''] = await plantAlerts(service.sql, company.companyId, [{ ...PLANTED, ...overrides }]);
    await pass();
    expect(await isThere(id)).toBe(stays);
  });

  test('one that somebody holds locked, until the next pass', async () => {
    company = await createTestCompany(service.sql);
    const [id = '', neighbour = ''] = await plantAlerts(service.sql, company.companyId, [PLANTED, PLANTED]);
    const lock = await lockAlert(service.sql, id);
    expect(await pass()).toEqual({ alerts: 1 });
    expect([await isThere(id), await isThere(neighbour)]).toEqual([true, false]);
    await lock.commit();
    expect(await pass()).toEqual({ alerts: 1 });
  });

  test('what came after the border, of this company and of others', async () => {
    company = await createTestCompany(service.sql);
    const stranger = await createTestCompany(service.sql);
    const id = await receiveAlert(service.url, company);
    const foreign = await receiveAlert(service.url, stranger);
    expect(await pass()).toEqual({});
    expect(await isThere(id)).toBe(true);
    expect(await findAlert(service.sql, stranger.companyId, foreign)).toBeDefined();
  });
});

test('totals and tallies stay exact: more than a batch goes, the rest is counted right', async () => {
  company = await createTestCompany(service.sql);
  const stranger = await createTestCompany(service.sql);
  const old = Array.from({ length: 210 }, (_, nr) => ({ ...PLANTED, cardLast4: nr % 2 ? '4242' : '0001' }));
  const young = Array.from({ length: 20 }, () => ({ ...PLANTED, receivedAt: new Date().toISOString() }));
  await plantAlerts(service.sql, company.companyId, [...old, ...young]);
  await plantAlerts(service.sql, stranger.companyId, [PLANTED, ...young]);
  await foldAll(service.sql);
  expect(await pass()).toEqual({ alerts: 211 });
  expect((await createClient(service.url, company).list()).body.meta.total).toBe(20);
  await foldAll(service.sql);
  expect((await createClient(service.url, company).list()).body.meta.total).toBe(20);
  for (const { companyId } of [company, stranger]) {
    expect(await findWrongTallies(service.sql, companyId)).toEqual([]);
  }
});

describe('several processes and crashes', () => {
  test('while one deletes, another leaves it alone', async () => {
    company = await createTestCompany(service.sql);
    await plantAlerts(service.sql, company.companyId, [PLANTED]);
    await takeRetentionTurn(service.sql, async () => expect(await pass()).toEqual({}));
    expect(await pass()).toEqual({ alerts: 1 });
  });

  test('a resend in the same moment leaves no job behind for an alert that is gone', async () => {
    company = await createTestCompany(service.sql);
    const { companyId } = company;
    const { endpointId } = await createTestEndpoint(service, company, 'https://receiver.example/hook');
    const alertId = await receiveAlert(service.url, company, 'provider_b_rdr');
    await service.sql`delete from outbox_jobs where alert_id = ${alertId}`;
    await takeRetentionTurn(service.sql, async (transaction) => {
      await deleteOldAlerts(transaction, companyId, {
        border: new Date(Date.now() + DAY_MS),
        from: WALK_BEGIN,
        alertsMax: 10,
      });
      const terms = { responseWindowMs: DAY_MS, triedForMs: DAY_MS, onlyFailed: false };
      expect(await resendDeliveries(service.sql, companyId, [{ alertId, endpointId }], terms)).toEqual([]);
    });
    expect(Object.values(await countTraces(alertId))).toEqual([0, 0, 0, 0, 0]);
  });

  test('a batch that dies in the middle has deleted nothing', async () => {
    company = await createTestCompany(service.sql);
    const [id = ''] = await plantAlerts(service.sql, company.companyId, [PLANTED]);
    const border = new Date();
    const dying = takeRetentionTurn(service.sql, async (transaction) => {
      await deleteOldAlerts(transaction, company.companyId, { border, from: WALK_BEGIN, alertsMax: 10 });
      await transaction`select pg_terminate_backend(pg_backend_pid())`;
    });
    await expect(dying).rejects.toThrow(/terminat|CONNECTION/i);
    expect(await isThere(id)).toBe(true);
    expect(await pass()).toEqual({ alerts: 1 });
  });
});

test('unrouted alerts, alias calls, invitations and the audit log go in their time', async () => {
  const { sql, url } = service;
  company = await createTestCompany(sql);
  const messages = [
    alertMessage(company, { descriptor: 'NOBODY' }),
    alertMessage(company, { descriptor: 'NOBODY' }),
  ];
  const [old, young] = await deliverAlerts(url, 'provider_a_alerts', messages);
  await sql`update unrouted_alerts set received_at = now() - interval '731 days' where id = ${String(old?.id)}`;
  await sql`
    insert into legacy_calls (company_id, client_id, alias, day, calls, last_called_at)
    select ${company.companyId}, ${company.clientId}, 'lookup', (now() at time zone 'UTC')::date - days, 1, now()
    from unnest('{729, 730, 731}'::int[]) as days`;
  await sql`
    insert into audit_log (company_id, at, actor, action, subject)
    select ${company.companyId}, now() - days * interval '1 day', 'somebody', 'company.blocked', 'it'
    from unnest('{731, 729, 0}'::int[]) as days`;
  await sql`
    with inviter as (
      insert into users (id, company_id, email, role, password_hash)
      values (gen_random_uuid(), ${company.companyId}, 'ana@example.com', 'owner', '')
      returning id)
    insert into invitations (id, company_id, token_sha256, email, role, invited_by, expires_at)
    select gen_random_uuid(), ${company.companyId}, sha256(days::text::bytea), 'bia@example.com', 'viewer', id,
      now() - days * interval '1 day'
    from inviter, unnest('{731, 729}'::int[]) as days`;
  expect(await pass()).toEqual({ unrouted_alerts: 1, legacy_calls: 1, invitations: 1, audit_log: 1 });
  expect(await sql`select id from unrouted_alerts`).toEqual([{ id: young?.id }]);
  expect((await countTraces(String(old?.id)))['alert_receipts']).toBe(0);
  expect((await countTraces(String(young?.id)))['alert_receipts']).toBe(1);
});
