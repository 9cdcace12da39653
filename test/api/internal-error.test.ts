import { beforeAll, describe, expect, test } from 'vitest';
import { sendRequest } from '../support/http-request.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

const INTERNAL = '{"error":{"code":"INTERNAL_ERROR","message":"Internal error"}}';
const ID = '0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e';

/** A programming error, as good as any: the table is not where the code expects it. */
beforeAll(async () => {
  await api.service.sql`alter table alerts rename to alerts_elsewhere`;
});

describe('D9: what we did not foresee → 500 INTERNAL_ERROR, without a word about the inside', () => {
  test.each([
    ['GET', '/api/v1/chargeback-alert/alerts', undefined, INTERNAL],
    ['GET', `/api/v1/chargeback-alert/alerts/${ID}`, undefined, INTERNAL],
    ['PATCH', `/api/v1/chargeback-alert/alerts/${ID}/status`, '{"status":"other"}', INTERNAL],
    ['POST', '/chargeback-alert/update/status', `{"alert_id":"${ID}","status":"other"}`, INTERNAL],
    ['POST', '/chargeback-alert/get', `{"alert_id":"${ID}"}`, '{"error":"Erro interno."}'],
  ])('%s %s', async (method, path, body, expected) => {
    const answer = await sendRequest(api.service.url, path, {
      method,
      headers: { authorization: api.company.authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    expect([answer.status, answer.text]).toEqual([500, expected]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const requestId = String(answer.headers['x-request-id']);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    const logged = api.service.logLines.filter((line) => line.includes(requestId));
    expect(logged.some((line) => line.includes('"level":50') && line.includes('relation'))).toBe(true);
  });

  test('an Idempotency-Key is not used up by it', async () => {
    const headers = { 'idempotency-key': 'after the storm' };
    expect((await api.client.answer(ID, 'other', headers)).status).toBe(500);
    await api.service.sql`alter table alerts_elsewhere rename to alerts`;
    const answer = await api.client.answer(ID, 'other', headers);
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([404, null]);
  });
});
