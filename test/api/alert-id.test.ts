import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sendRequest } from '../support/http-request.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

const NOT_FOUND = '{"error":{"code":"ALERT_NOT_FOUND","message":"Alert not found"}}';
const ALERTS = '/api/v1/chargeback-alert/alerts';
const SOME_UUID = '0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e';

const NAMES_NO_ALERT: readonly (readonly [name: string, id: string])[] = [
  ['an unknown UUID', randomUUID()],
  ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
  ['the UUID of all ones', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ['a word', 'abc'],
  ['a number', '1'],
  ['minus one', '-1'],
  ['a UUID one digit short', SOME_UUID.slice(1)],
  ['a UUID one digit long', `${SOME_UUID}0`],
  ['a UUID with a letter that is no digit', SOME_UUID.replace('f', 'g')],
  ['a UUID without dashes', SOME_UUID.replaceAll('-', '')],
  ['a UUID in braces', `%7B${SOME_UUID}%7D`],
  ['a UUID as a URN', `urn:uuid:${SOME_UUID}`],
  ['a UUID and a space', `${SOME_UUID}%20`],
  ['a UUID and a line break', `${SOME_UUID}%0A`],
  ['a UUID and a NUL', `${SOME_UUID}%00`],
  ['a NUL', '%00'],
  ['a space', '%20'],
  ['a dot', '.'],
  ['two dots', '..'],
  ['a path that climbs', '..%2F..%2Fhealthz'],
  ['an encoded slash', 'a%2Fb'],
  ['quotes', "'%20or%20''='"],
  ['an inherited name', '__proto__'],
  ['a card number', '4111111111111111'],
  ['letters beyond ASCII', '%C3%BC%F0%9F%98%80'],
  ['300 characters', 'x'.repeat(300)],
  ['5,000 characters', 'x'.repeat(5000)],
];

async function send(method: string, path: string) {
  const headers = { authorization: api.company.authorization, 'content-type': 'application/json' };
  return sendRequest(api.service.url, path, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: '{"status":"other"}' }),
  });
}

describe('D3 read: an id that names no alert → 404 ALERT_NOT_FOUND, always the same bytes', () => {
  test.each(NAMES_NO_ALERT)('%s', async (_name, id) => {
    const { status, text } = await send('GET', `${ALERTS}/${id}`);
    expect([status, text]).toEqual([404, NOT_FOUND]);
  });
});

describe('D3 status update: an id that names no alert → 404 ALERT_NOT_FOUND, always the same bytes', () => {
  test.each(NAMES_NO_ALERT)('%s', async (_name, id) => {
    const { status, text } = await send('PATCH', `${ALERTS}/${id}/status`);
    expect([status, text]).toEqual([404, NOT_FOUND]);
  });
});

test("D3: the provider's own identifier is no id of an alert", async () => {
  const message = alertMessage(api.company, { alert_id: 'only-legacy-knows-me' });
  await deliverAlerts(api.service.url, 'provider_a_alerts', [message]);
  expect((await api.client.read('only-legacy-knows-me')).text).toBe(NOT_FOUND);
  expect((await api.client.answer('only-legacy-knows-me', 'other')).text).toBe(NOT_FOUND);
});

test('D3: a provider alert id that is a UUID is no id of an alert either', async () => {
  const alertId = randomUUID();
  await receiveAlert(api.service.url, api.company, 'provider_a_alerts', { alert_id: alertId });
  expect((await api.client.read(alertId)).text).toBe(NOT_FOUND);
  expect((await api.client.answer(alertId, 'other')).text).toBe(NOT_FOUND);
});

test('D3: an upper-case UUID is the same UUID, in read and in status update', async () => {
  const id = await receiveAlert(api.service.url, api.company);
  const lower = await api.client.read(id);
  const upper = await api.client.read(id.toUpperCase());
  expect(upper.status).toBe(200);
  expect(upper.text).toBe(lower.text);
  const answer = await api.client.answer(id.toUpperCase(), 'notfound');
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual({ id, status: 'notfound', updated_at: expect.any(String) });
  expect((await api.client.read(id)).body.data.status).toBe('notfound');
});

test('D3: percent-encoding of an id does not change which alert it names', async () => {
  const id = await receiveAlert(api.service.url, api.company);
  const encoded = id.replaceAll('-', '%2D').replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`);
  const { status, text } = await send('GET', `${ALERTS}/${encoded}`);
  expect(status).toBe(200);
  expect(text).toBe((await api.client.read(id)).text);
});
