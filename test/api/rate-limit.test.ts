import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insertCredential } from '../../src/store/companies/credentials.ts';
import { createTestCompany } from '../support/company.ts';
import { sendRequest } from '../support/http-request.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi({ RATE_LIMIT_PER_MINUTE: '3' });

const LIST = '/api/v1/chargeback-alert/alerts';
const LIMITED = '{"error":{"code":"RATE_LIMITED","message":"Too many requests"}}';

async function call(authorization: string, path = LIST, method = 'GET', body?: string) {
  const headers = { authorization, 'content-type': 'application/json' };
  return sendRequest(api.service.url, path, { method, headers, ...(body === undefined ? {} : { body }) });
}

/** A company whose credential has used its three requests of this minute. */
async function exhausted() {
  const company = await createTestCompany(api.service.sql);
  for (let request = 0; request < 3; request += 1) {
    expect((await call(company.authorization)).status).toBe(200);
  }
  return company;
}

describe('D9, D28: RATE_LIMIT_PER_MINUTE=3', () => {
  test('the fourth request of a credential → 429 RATE_LIMITED with Retry-After in seconds', async () => {
    const { authorization } = await exhausted();
    const answer = await call(authorization);
    expect([answer.status, answer.text]).toEqual([429, LIMITED]);
    expect(answer.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(answer.headers['x-request-id']).toMatch(/\S/);
    expect((await call(authorization)).status).toBe(429);
  });

  test('every route of the credential counts and is held: reads, updates, both aliases', async () => {
    const { authorization } = await exhausted();
    const status = '{"alert_id":"x","status":"other"}';
    expect((await call(authorization, `${LIST}/x`)).status).toBe(429);
    expect((await call(authorization, `${LIST}/x/status`, 'PATCH', '{"status":"other"}')).text).toBe(LIMITED);
    expect((await call(authorization, '/chargeback-alert/update/status', 'POST', status)).text).toBe(LIMITED);
    const lookup = await call(authorization, '/chargeback-alert/get', 'POST', '{}');
    expect([lookup.status, JSON.parse(lookup.text)]).toEqual([429, { error: expect.any(String) }]);
    expect(lookup.headers['retry-after']).toMatch(/^\d+$/);
    expect(lookup.headers['deprecation']).toMatch(/\S/);
  });

  test('a held status update changes nothing', async () => {
    const company = await exhausted();
    const id = await receiveAlert(api.service.url, company);
    await call(company.authorization, `${LIST}/${id}/status`, 'PATCH', '{"status":"other"}');
    const [row] = await api.service.sql`select status from alerts where id = ${id}`;
    expect(row).toEqual({ status: 'pending' });
  });

  test('one credential does not hold another up, not even of the same company', async () => {
    const { clientId, companyId } = await exhausted();
    const secretSha256 = hash('sha256', 'second', 'buffer');
    await insertCredential(api.service.sql, { clientId: `${clientId}2`, companyId, secretSha256 });
    const second = `Basic ${Buffer.from(`${clientId}2:second`).toString('base64')}`;
    expect((await call(second)).status).toBe(200);
    expect((await call(api.stranger.authorization)).status).toBe(200);
  });

  test('wrong credentials use nothing up and are told 401, not 429', async () => {
    const company = await createTestCompany(api.service.sql);
    const wrong = `Basic ${Buffer.from(`${company.clientId}:wrong`).toString('base64')}`;
    for (let request = 0; request < 5; request += 1) expect((await call(wrong)).status).toBe(401);
    expect((await call(company.authorization)).status).toBe(200);
  });

  test('what needs no credential is not limited: health, documents, providers', async () => {
    const company = await exhausted();
    for (let request = 0; request < 5; request += 1) {
      await receiveAlert(api.service.url, company);
      for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs']) {
        expect((await call(company.authorization, path)).status).toBe(200);
      }
    }
  });
});
