import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { insertWebhookEndpoint } from '../../src/store/outbox/webhook-endpoints.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts, postAlerts, receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

const INTERNAL_ERROR = { error: { code: 'INTERNAL_ERROR', message: 'Internal error' } };

let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
  await insertWebhookEndpoint(
    service.sql,
    {
      id: randomUUID(),
      companyId: company.companyId,
      url: 'https://company.example/hook',
      format: 'v2',
      secretEncrypted: Buffer.alloc(40),
    },
    5,
  );
  await service.sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused by the test: canary %', TG_TABLE_NAME; end $$`);
});
afterAll(() => service.stop());
afterEach(() => heal());

const broken: string[] = [];

/** Makes every insert into a table fail, or only that of one alert. */
async function breakInserts(table: string, alertId?: string): Promise<void> {
  const condition = alertId === undefined ? '' : `when (new.alert_id = '${alertId}')`;
  await service.sql.unsafe(
    `create trigger refuse before insert on ${table} for each row ${condition} execute function refuse()`,
  );
  broken.push(table);
}

async function heal(): Promise<void> {
  for (const table of broken.splice(0)) await service.sql.unsafe(`drop trigger refuse on ${table}`);
}

async function traceOf(alertId: string) {
  const [trace] = await service.sql<{ status: string; history: number; forwards: number; jobs: number }[]>`
    select status,
      (select count(*) from alert_history h where h.alert_id = a.id)::int as history,
      (select count(*) from forwards f where f.alert_id = a.id)::int as forwards,
      (select count(*) from outbox_jobs j where j.alert_id = a.id and forward_id is not null)::int as jobs
    from alerts a where id = ${alertId}`;
  return trace;
}

describe('promise 2: an accepted status, its history and its forwarding are one', () => {
  test.for(['alert_history', 'forwards', 'outbox_jobs'])(
    'when %s cannot be written, the status stays and the answer is a 500',
    async (table) => {
      const id = await receiveAlert(service.url, company);
      const client = createClient(service.url, company);
      await breakInserts(table);
      const answer = await client.answer(id, 'notfound');
      expect([answer.status, answer.body]).toEqual([500, INTERNAL_ERROR]);
      expect(answer.text).not.toContain('canary');
      expect(await traceOf(id)).toEqual({ status: 'pending', history: 0, forwards: 0, jobs: 0 });
      const before = (await client.read(id)).body.data;
      expect(before.updated_at).toBe(before.created_at);
      await heal();
      expect((await client.answer(id, 'notfound')).status).toBe(200);
      expect(await traceOf(id)).toEqual({ status: 'notfound', history: 1, forwards: 1, jobs: 1 });
    },
  );

  test('over the legacy alias just the same', async () => {
    const id = await receiveAlert(service.url, company);
    await breakInserts('forwards');
    const answer = await createClient(service.url, company).legacyAnswer({
      alert_id: id,
      status: 'notfound',
    });
    expect([answer.status, answer.body]).toEqual([500, INTERNAL_ERROR]);
    expect(await traceOf(id)).toEqual({ status: 'pending', history: 0, forwards: 0, jobs: 0 });
  });

  test('D15: the Idempotency-Key is part of it: after a failure the same key is the first request', async () => {
    const id = await receiveAlert(service.url, company);
    const client = createClient(service.url, company);
    const key = { 'idempotency-key': randomUUID() };
    await breakInserts('forwards');
    expect((await client.answer(id, 'other', key)).status).toBe(500);
    await heal();
    const again = await client.answer(id, 'other', key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
    await breakInserts('forwards');
    const replayed = await client.answer(id, 'other', key);
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(replayed.text).toBe(again.text);
  });

  test('provider B forwards nothing, so a broken forward does not concern it', async () => {
    const id = await receiveAlert(service.url, company, 'provider_b_rdr');
    await breakInserts('forwards');
    expect((await createClient(service.url, company).answer(id, 'other')).status).toBe(200);
    expect(await traceOf(id)).toEqual({ status: 'other', history: 1, forwards: 0, jobs: 0 });
  });

  test('answers that share a transaction with a failing one are taken all the same', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => receiveAlert(service.url, company)));
    const poisoned = ids[7] ?? '';
    await breakInserts('forwards', poisoned);
    const client = createClient(service.url, company);
    const answers = await Promise.all(ids.map(async (id) => client.answer(id, 'notfound')));
    for (const [position, id] of ids.entries()) {
      const failed = id === poisoned;
      expect(answers[position]?.status).toBe(failed ? 500 : 200);
      expect(await traceOf(id)).toEqual(
        failed
          ? { status: 'pending', history: 0, forwards: 0, jobs: 0 }
          : { status: 'notfound', history: 1, forwards: 1, jobs: 1 },
      );
    }
  });
});

async function countRows(providerAlertId: unknown): Promise<number[]> {
  const id = String(providerAlertId);
  const [row] = await service.sql<{ receipts: number; alerts: number; deliveries: number; jobs: number }[]>`
    select
      (select count(*) from alert_receipts where provider_alert_id = ${id})::int as receipts,
      (select count(*) from alerts where provider_alert_id = ${id})::int as alerts,
      (select count(*) from webhook_deliveries d join alerts a on a.id = d.alert_id
        where a.provider_alert_id = ${id})::int as deliveries,
      (select count(*) from outbox_jobs j join alerts a on a.id = j.alert_id
        where a.provider_alert_id = ${id})::int as jobs`;
  return row === undefined ? [] : [row.receipts, row.alerts, row.deliveries, row.jobs];
}

describe('promises 1 and 2: an alert, its receipt and its deliveries are one', () => {
  test.for(['alert_receipts', 'alerts', 'webhook_deliveries', 'outbox_jobs'])(
    'when %s cannot be written nothing is, and the same alert is accepted later, not a duplicate',
    async (table) => {
      const message = alertMessage(company);
      await breakInserts(table);
      const answer = await postAlerts(service.url, 'provider_a_alerts', [message]);
      expect([answer.status, await answer.json()]).toEqual([500, INTERNAL_ERROR]);
      expect(await countRows(message['alert_id'])).toEqual([0, 0, 0, 0]);
      await heal();
      const [result] = await deliverAlerts(service.url, 'provider_a_alerts', [message]);
      expect(result?.result).toBe('accepted');
      expect(await countRows(message['alert_id'])).toEqual([1, 1, 1, 1]);
    },
  );

  test('an unrouted alert and its receipt just the same', async () => {
    const message = alertMessage(company, { descriptor: randomUUID() });
    await breakInserts('unrouted_alerts');
    expect((await postAlerts(service.url, 'provider_a_alerts', [message])).status).toBe(500);
    expect(await countRows(message['alert_id'])).toEqual([0, 0, 0, 0]);
    await heal();
    const [result] = await deliverAlerts(service.url, 'provider_a_alerts', [message]);
    expect(result?.result).toBe('unrouted');
  });
});
