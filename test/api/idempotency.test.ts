import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestCompany } from '../support/company.ts';
import { type HttpAnswer, sendRequest } from '../support/http-request.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

interface Call {
  readonly id: string;
  readonly status: string;
  readonly key: string;
  readonly company?: TestCompany;
}

const ENDPOINTS = {
  'PATCH status': ({ id, status }: Call) => ({
    method: 'PATCH',
    path: `/api/v1/chargeback-alert/alerts/${id}/status`,
    body: JSON.stringify({ status }),
  }),
  'legacy status alias': ({ id, status }: Call) => ({
    method: 'POST',
    path: '/chargeback-alert/update/status',
    body: JSON.stringify({ alert_id: id, status }),
  }),
};

const REUSED = {
  error: { code: 'IDEMPOTENCY_KEY_REUSED', message: expect.stringMatching(/Idempotency-Key/) },
};

async function historyOf(id: string): Promise<string[]> {
  const rows = await api.service.sql<{ toStatus: string }[]>`
    select to_status from alert_history where alert_id = ${id} order by history_id`;
  return rows.map(({ toStatus }) => toStatus);
}

describe.each(['PATCH status', 'legacy status alias'] as const)('D15 %s', (name) => {
  async function send(call: Call): Promise<HttpAnswer> {
    const { method, path, body } = ENDPOINTS[name](call);
    return sendRequest(api.service.url, path, {
      method,
      headers: {
        authorization: (call.company ?? api.company).authorization,
        'content-type': 'application/json',
        'idempotency-key': call.key,
      },
      body,
    });
  }

  test('the same key and body: the first answer again, byte for byte, marked, with one effect', async () => {
    const id = await receiveAlert(api.service.url, api.company);
    const call = { id, status: 'notfound', key: `${name} once` };
    const first = await send(call);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const again = await send(call);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(again.headers['content-type']).toBe(first.headers['content-type']);
    }
    expect(await historyOf(id)).toEqual(['notfound']);
    const forwards = await api.service.sql`select 1 from forwards where alert_id = ${id}`;
    expect(forwards).toHaveLength(1);
  });

  test('a replay tells what was, even if the alert has changed since, and changes nothing', async () => {
    const id = await receiveAlert(api.service.url, api.company, 'provider_b_rdr');
    const call = { id, status: 'other', key: `${name} later` };
    const first = await send(call);
    await api.client.answer(id, 'notfound');
    const again = await send(call);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect((await api.client.read(id)).body.data.status).toBe('notfound');
    expect(await historyOf(id)).toEqual(['other', 'notfound']);
  });

  test('white space in the body makes no other request', async () => {
    const id = await receiveAlert(api.service.url, api.company);
    const { method, path, body } = ENDPOINTS[name]({ id, status: 'other', key: '' });
    const headers = {
      authorization: api.company.authorization,
      'content-type': 'application/json',
      'idempotency-key': `${name} space`,
    };
    const first = await sendRequest(api.service.url, path, { method, headers, body });
    const again = await sendRequest(api.service.url, path, { method, headers, body: ` ${body}\n` });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  test('the same key with another body → 422 IDEMPOTENCY_KEY_REUSED, nothing changes', async () => {
    const id = await receiveAlert(api.service.url, api.company);
    const key = `${name} other body`;
    await send({ id, status: 'other', key });
    const reused = await send({ id, status: 'account_suspended', key });
    expect([reused.status, JSON.parse(reused.text)]).toEqual([422, REUSED]);
    expect(reused.headers['idempotency-replayed']).toBeUndefined();
    expect(await historyOf(id)).toEqual(['other']);
  });

  test('the same key with another alert → 422 IDEMPOTENCY_KEY_REUSED, that alert stays as it is', async () => {
    const id = await receiveAlert(api.service.url, api.company);
    const otherId = await receiveAlert(api.service.url, api.company);
    const key = `${name} other alert`;
    await send({ id, status: 'other', key });
    const reused = await send({ id: otherId, status: 'other', key });
    expect([reused.status, JSON.parse(reused.text)]).toEqual([422, REUSED]);
    expect((await api.client.read(otherId)).body.data.status).toBe('pending');
  });

  test('the same key of another company is another key', async () => {
    const own = await receiveAlert(api.service.url, api.company);
    const foreign = await receiveAlert(api.service.url, api.stranger);
    const key = `${name} shared`;
    const first = await send({ id: own, status: 'notfound', key });
    const other = await send({ id: foreign, status: 'other', key, company: api.stranger });
    expect([first.status, other.status]).toEqual([200, 200]);
    expect(other.headers['idempotency-replayed']).toBeUndefined();
    expect((await api.strangerClient.read(foreign)).body.data.status).toBe('other');
  });

  test('another key is another request: the rules answer', async () => {
    const id = await receiveAlert(api.service.url, api.company);
    await send({ id, status: 'notfound', key: `${name} k1` });
    const second = await send({ id, status: 'notfound', key: `${name} k2` });
    expect(second.status).toBe(422);
    expect(JSON.parse(second.text).error.message).toBe('Alert already has a definitive status');
  });

  test.each([
    ['refused by a rule', 'final', 422],
    ['for an alert that does not exist', 'unknown', 404],
  ])('an answer that was %s is replayed too', async (_case, which, status) => {
    const id = which === 'unknown' ? randomUUID() : await receiveAlert(api.service.url, api.company);
    if (which === 'final') await api.client.answer(id, 'notfound');
    const call = { id, status: 'other', key: `${name} refusal ${which}` };
    const first = await send(call);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([status, undefined]);
    const again = await send(call);
    expect([again.status, again.text]).toEqual([status, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  test('a body that did not pass uses no key up', async () => {
    const id = await receiveAlert(api.service.url, api.company);
    const key = `${name} typo`;
    expect((await send({ id, status: 'otehr', key })).status).toBe(422);
    const mended = await send({ id, status: 'other', key });
    expect([mended.status, mended.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });

  test('10 simultaneous requests with one key: one effect, equal answers, nine of them replays', async () => {
    const id = await receiveAlert(api.service.url, api.company, 'provider_b_rdr');
    const call = { id, status: 'other', key: `${name} together` };
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(call)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(9);
    expect(await historyOf(id)).toEqual(['other']);
  });

  test.each([
    ['same', 'notfound'],
    ['another', 'account_suspended'],
  ])('a key older than 24 h is fresh again, for the %s body', async (which, status) => {
    const id = await receiveAlert(api.service.url, api.company, 'provider_b_rdr');
    const key = `${name} old ${which}`;
    const first = await send({ id, status: 'notfound', key });
    await ageKey(key, '23 hours 59 minutes');
    const kept = await send({ id, status: 'notfound', key });
    expect([kept.text, kept.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    await ageKey(key, '2 minutes');
    const fresh = await send({ id, status, key });
    expect([fresh.status, fresh.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect(await historyOf(id)).toEqual(['notfound', status]);
    const replay = await send({ id, status, key });
    expect([replay.text, replay.headers['idempotency-replayed']]).toEqual([fresh.text, 'true']);
  });

  test.each([
    ['1 character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['all printable characters', Array.from({ length: 93 }, (_, i) => String.fromCharCode(34 + i)).join('')],
    ['a space inside', 'a key'],
  ])('a key of %s is taken and remembered', async (_case, key) => {
    const id = await receiveAlert(api.service.url, api.company);
    await api.service.sql`delete from idempotency_keys where key_sha256 = sha256(convert_to(${key}, 'UTF8'))`;
    expect((await send({ id, status: 'other', key })).status).toBe(200);
    const again = await send({ id, status: 'other', key });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
  });

  test.each([
    ['empty', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a tab inside', 'a\tb'],
    ['a letter beyond ASCII', 'caf\u00e9'],
    ['10,000 characters', 'k'.repeat(10_000)],
  ])('a key that is %s → 422 VALIDATION_ERROR, nothing changes', async (_case, key) => {
    const id = await receiveAlert(api.service.url, api.company);
    const answer = await send({ id, status: 'other', key });
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text).error).toEqual({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('Idempotency-Key'),
    });
    expect((await api.client.read(id)).body.data.status).toBe('pending');
  });
});

async function ageKey(key: string, by: string): Promise<void> {
  await api.service.sql`
    update idempotency_keys set created_at = created_at - ${by}::interval where key_sha256 = sha256(convert_to(${key}, 'UTF8'))`;
}

test('D15: an id in capitals names the same alert, so the request is the same', async () => {
  const id = await receiveAlert(api.service.url, api.company);
  const key = { 'idempotency-key': 'capitals' };
  const first = await api.client.answer(id, 'other', key);
  const again = await api.client.answer(id.toUpperCase(), 'other', key);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('D15: one key on both endpoints names two requests → 422 IDEMPOTENCY_KEY_REUSED', async () => {
  const id = await receiveAlert(api.service.url, api.company);
  const key = { 'idempotency-key': 'both endpoints' };
  expect((await api.client.answer(id, 'other', key)).status).toBe(200);
  const alias = await api.client.legacyAnswer({ alert_id: id, status: 'account_suspended' }, key);
  expect([alias.status, alias.body]).toEqual([422, REUSED]);
  expect(await historyOf(id)).toEqual(['other']);
});
