import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { alertMessage, deliverAlerts, postAlerts, postSigned } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';

const MIB = 1024 * 1024;

let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
});
afterAll(() => service.stop());

async function countAlerts(): Promise<number> {
  const [row] = await service.sql<{ count: number }[]>`select count(*)::int as count from alerts`;
  return row?.count ?? -1;
}

describe('1 to 100 alerts in a message (design, chapter 2)', () => {
  test.for([1, 2, 100])('%i are taken, with a result for each in the same order', async (count) => {
    const alerts = Array.from({ length: count }, () => alertMessage(company));
    const results = await deliverAlerts(service.url, 'provider_a_alerts', alerts);
    expect(results).toEqual(
      alerts.map((alert) => ({ alert_id: alert['alert_id'], result: 'accepted', id: expect.any(String) })),
    );
    expect(new Set(results.map(({ id }) => id)).size).toBe(count);
    const stored = await service.sql<{ id: string; providerAlertId: string }[]>`
      select id, provider_alert_id from alerts where company_id = ${company.companyId}`;
    const idOf = new Map(stored.map((row) => [row.providerAlertId, row.id]));
    for (const { alert_id: alertId, id } of results) expect(idOf.get(String(alertId))).toBe(id);
  });

  test('101 are refused, and none of them is stored', async () => {
    const before = await countAlerts();
    const alerts = Array.from({ length: 101 }, () => alertMessage(company));
    const answer = await postAlerts(service.url, 'provider_a_alerts', alerts);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      error: { code: 'VALIDATION_ERROR', message: 'alerts must be a list of 1 to 100 alerts' },
    });
    expect(await countAlerts()).toBe(before);
  });

  test.for([
    ['no alerts', '{"alerts":[]}', 'alerts must be a list'],
    ['alerts that are no list', '{"alerts":{"alert_id":"A1"}}', 'alerts must be a list'],
    ['alerts that are null', '{"alerts":null}', 'alerts must be a list'],
    ['alerts missing', '{}', 'alerts must be a list'],
    ['alerts only in the prototype', '{"__proto__":{"alerts":[{}]}}', 'alerts must be a list'],
    ['a list instead of an object', '[{"alerts":[]}]', 'JSON object'],
    ['text', '"alerts"', 'JSON object'],
    ['null', 'null', 'JSON object'],
    ['no JSON', '{"alerts":[', 'valid JSON'],
    ['an empty body', '', 'valid JSON'],
  ] as const)('%s: 422 VALIDATION_ERROR', async ([, body, words]) => {
    const answer = await postSigned(service.url, 'provider_a_alerts', body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      error: { code: 'VALIDATION_ERROR', message: expect.stringContaining(words) },
    });
  });
});

describe('one bad item never loses its neighbours', () => {
  test('each has its own result, in order, and the sound ones are stored', async () => {
    const [first, second, last] = [alertMessage(company), alertMessage(company), alertMessage(company)];
    const batch = [
      first,
      'no object',
      second,
      { ...alertMessage(company), amount: 'much' },
      null,
      [],
      7,
      last,
    ];
    const answer = await postAlerts(service.url, 'provider_a_alerts', batch);
    const { results } = (await answer.json()) as { results: { result: string; alert_id: string | null }[] };
    expect(results.map(({ result }) => result)).toEqual([
      'accepted',
      'invalid',
      'accepted',
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'accepted',
    ]);
    expect(results[1]).toEqual({
      alert_id: null,
      result: 'invalid',
      id: null,
      error: expect.stringContaining('object'),
    });
    for (const alert of [first, second, last]) {
      const stored =
        await service.sql`select 1 from alerts where provider_alert_id = ${String(alert['alert_id'])}`;
      expect(stored).toHaveLength(1);
    }
  });

  test('a batch of nothing but bad items is answered 200 with a result for each', async () => {
    const before = await countAlerts();
    const results = await deliverAlerts(service.url, 'provider_b_rdr', [{}, { alert_id: 'B1' }]);
    expect(results).toEqual([
      { alert_id: null, result: 'invalid', id: null, error: expect.any(String) },
      { alert_id: 'B1', result: 'invalid', id: null, error: expect.any(String) },
    ]);
    expect(await countAlerts()).toBe(before);
  });
});

describe('the size of a message', () => {
  test('up to 1 MiB is read', async () => {
    const body = JSON.stringify({ alerts: [alertMessage(company, { unknown_field: '' })] });
    const padded = body.replace('"unknown_field":""', `"unknown_field":"${'x'.repeat(MIB - body.length)}"`);
    expect(Buffer.byteLength(padded)).toBe(MIB);
    const answer = await postSigned(service.url, 'provider_a_alerts', padded);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ results: [{ result: 'accepted' }] });
  });

  test('one byte more is 413 PAYLOAD_TOO_LARGE', async () => {
    const answer = await postSigned(service.url, 'provider_a_alerts', ' '.repeat(MIB + 1));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
  });
});
