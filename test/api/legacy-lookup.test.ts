import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Provider } from '../../src/rules/provider.ts';
import { sendRequest } from '../support/http-request.ts';
import { receiveAlert } from '../support/provider.ts';
import { ageAlert, HOUR_MS } from '../support/time.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

const A = 'provider_a_alerts';
const B = 'provider_b_rdr';
const NEITHER = '{"error":"Informe alert_id ou authorization_code."}';
const NOT_FOUND = '{"error":"Alerta não encontrado."}';

async function receive(provider: Provider, overrides: object, hoursAgo = 0): Promise<string> {
  const id = await receiveAlert(api.service.url, api.company, provider, overrides);
  await ageAlert(api.service.sql, id, hoursAgo * HOUR_MS);
  return id;
}

async function lookUpRaw(body: string | undefined, headers: Record<string, string> = {}) {
  return sendRequest(api.service.url, '/chargeback-alert/get', {
    method: 'POST',
    headers: { authorization: api.company.authorization, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

describe('spec 4 and D19: the legacy alert body', () => {
  test('exactly the nine fields, inside { success, data }, never cached', async () => {
    const overrides = { alert_id: 'legacy-full', amount: '129.90', transaction_date: '2026-10-31' };
    const id = await receive(A, overrides);
    const answer = await api.client.legacyLookup({ alert_id: 'legacy-full' });
    const { created_at } = (await api.client.read(id)).body.data;
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: {
        alert_id: 'legacy-full',
        merchant: api.company.merchantName,
        provider: 'provider_a',
        descriptor: api.company.descriptor,
        transaction_date: '2026-10-31T00:00:00.000Z',
        currency: 'BRL',
        amount: 129.9,
        card_number: '41234567****4242',
        created_at,
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['41234567', '4242', '41234567****4242'],
    ['4123456', '0001', '4123456*****0001'],
    ['412345', '0000', '412345******0000'],
    ['34567890', '1234', '345678******1234'],
  ])('D19: BIN %s and last four %s → card_number %s, 16 characters', async (card_bin, card_last4, masked) => {
    const id = await receive(A, { card_bin, card_last4 });
    const { data } = (await api.client.legacyLookup({ alert_id: id })).body;
    expect(data.card_number).toBe(masked);
    expect(data.card_number).toHaveLength(16);
  });

  test.each([
    ['129.90', '129.9'],
    ['0.10', '0.1'],
    ['1000', '1000'],
    ['0', '0'],
    ['12345678.05', '12345678.05'],
  ])('D19: amount %s is the JSON number %s', async (amount, number) => {
    const id = await receive(B, { amount });
    expect((await api.client.legacyLookup({ alert_id: id })).text).toContain(`"amount":${number},`);
  });

  test('D19: provider B is provider_b', async () => {
    const id = await receive(B, {});
    expect((await api.client.legacyLookup({ alert_id: id })).body.data.provider).toBe('provider_b');
  });
});

describe('spec 4 and D20: which alert is found', () => {
  test.each(['L-1', 'ünï 😀 %_', "O'Hara", '😀'.repeat(200)])(
    "by the provider's identifier %j",
    async (alertId) => {
      await receive(A, { alert_id: alertId });
      const answer = await api.client.legacyLookup({ alert_id: alertId });
      expect([answer.status, answer.body.data?.alert_id]).toEqual([200, alertId]);
    },
  );

  test('by our UUID, in lower and in upper case', async () => {
    const id = await receive(A, { alert_id: 'found-by-uuid' });
    const lower = await api.client.legacyLookup({ alert_id: id });
    const upper = await api.client.legacyLookup({ alert_id: id.toUpperCase() });
    expect(lower.body.data.alert_id).toBe('found-by-uuid');
    expect(upper.text).toBe(lower.text);
  });

  test("by a provider's identifier that is a UUID itself", async () => {
    const alertId = randomUUID();
    await receive(A, { alert_id: alertId });
    expect((await api.client.legacyLookup({ alert_id: alertId })).body.data.alert_id).toBe(alertId);
  });

  test('by the authorization code', async () => {
    await receive(A, { alert_id: 'by-code', auth_code: 'CODE-1' });
    const answer = await api.client.legacyLookup({ authorization_code: 'CODE-1' });
    expect([answer.status, answer.body.data.alert_id]).toEqual([200, 'by-code']);
  });

  test('rule 1: alert_id takes priority over authorization_code', async () => {
    await receive(A, { alert_id: 'priority-1', auth_code: 'CODE-2' });
    await receive(A, { alert_id: 'priority-2', auth_code: 'CODE-3' });
    const both = { authorization_code: 'CODE-3', alert_id: 'priority-1' };
    expect((await api.client.legacyLookup(both)).body.data.alert_id).toBe('priority-1');
    const wrongId = await api.client.legacyLookup({ authorization_code: 'CODE-3', alert_id: 'nobody' });
    expect([wrongId.status, wrongId.text]).toEqual([404, NOT_FOUND]);
  });

  test.each([
    ['provider A is newer', 1, 2, 'provider_a'],
    ['provider B is newer', 2, 1, 'provider_b'],
  ])('rule 2: both providers use the same alert_id, %s', async (_case, hoursA, hoursB, provider) => {
    const alertId = `twin ${provider}`;
    await receive(A, { alert_id: alertId }, hoursA);
    await receive(B, { alert_id: alertId }, hoursB);
    expect((await api.client.legacyLookup({ alert_id: alertId })).body.data.provider).toBe(provider);
  });

  test('rule 2: several alerts with one authorization code, the newest received_at wins', async () => {
    await receive(A, { alert_id: 'code-old', auth_code: 'CODE-4' }, 5);
    await receive(A, { alert_id: 'code-newest', auth_code: 'CODE-4' }, 1);
    await receive(B, { alert_id: 'code-older', auth_code: 'CODE-4' }, 3);
    const answer = await api.client.legacyLookup({ authorization_code: 'CODE-4' });
    expect(answer.body.data.alert_id).toBe('code-newest');
  });
});

describe('spec 4 rule 4 and D20: neither field → 400 with the legacy error body', () => {
  test.each([
    ['nothing', undefined],
    ['no bytes', ''],
    ['an empty object', '{}'],
    ['other fields', '{"id":"x","code":"y"}'],
    ['nulls', '{"alert_id":null,"authorization_code":null}'],
    ['empty texts', '{"alert_id":"","authorization_code":""}'],
    ['broken JSON', '{"alert_id":"L-1"'],
    ['a form', 'alert_id=L-1'],
    ['null', 'null'],
    ['a number', '7'],
    ['a text', '"L-1"'],
    ['an array', '["L-1"]'],
    ['an array with the right object', '[{"alert_id":"L-1"}]'],
    ['a prototype', '{"__proto__":{"alert_id":"L-1"}}'],
  ])('%s', async (_case, body) => {
    const answer = await lookUpRaw(body, { 'content-type': 'application/json' });
    expect([answer.status, answer.text]).toEqual([400, NEITHER]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  test('no body and no Content-Type', async () => {
    const answer = await lookUpRaw(undefined);
    expect([answer.status, answer.text]).toEqual([400, NEITHER]);
  });

  test('a form with its own Content-Type', async () => {
    const answer = await lookUpRaw('alert_id=L-1', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([answer.status, answer.text]).toEqual([400, NEITHER]);
  });

  test('an alert without authorization code is not what an empty code finds', async () => {
    await receive(A, { alert_id: 'no-code', auth_code: null });
    const answer = await lookUpRaw('{"authorization_code":""}', { 'content-type': 'application/json' });
    expect([answer.status, answer.text]).toEqual([400, NEITHER]);
  });
});

describe('spec 4 rule 5: no alert of the company matches → 404 with the legacy error body', () => {
  test.each([
    ['an unknown identifier', { alert_id: 'nobody' }],
    ['an unknown UUID', { alert_id: randomUUID() }],
    ['an unknown code', { authorization_code: 'nobody' }],
    ['a wildcard', { alert_id: '%' }],
    ['a NUL', { alert_id: '\0' }],
    ['a NUL in a code', { authorization_code: 'a\0' }],
    ['half a character', { alert_id: '\ud800' }],
    ['a space', { alert_id: ' ' }],
    ['60,000 characters', { alert_id: 'x'.repeat(60_000) }],
    ['a long code', { authorization_code: 'x'.repeat(60_000) }],
  ])('%s', async (_case, body) => {
    const answer = await api.client.legacyLookup(body);
    expect([answer.status, answer.text]).toEqual([404, NOT_FOUND]);
  });
});

test('D5, D6: other errors keep the legacy envelope too: over 64 KiB → 413', async () => {
  const body = JSON.stringify({ alert_id: 'x'.repeat(64 * 1024) });
  const answer = await lookUpRaw(body, { 'content-type': 'application/json' });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([413, { error: expect.any(String) }]);
});
