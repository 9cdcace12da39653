import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insertCredential } from '../../src/store/companies/credentials.ts';
import { createTestCompany } from '../support/company.ts';
import { sendRequest } from '../support/http-request.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';
import { waitFor } from '../support/wait-for.ts';

const api = useApi();

const LOOKUP = '/chargeback-alert/get';
const STATUS = '/chargeback-alert/update/status';
const LINK = /^<[^<>]*\/api\/v1\/chargeback-alert\/alerts[^<>]*>; rel="successor-version"$/;

interface Call {
  readonly body: string;
  readonly type?: string;
  readonly authorization?: string;
}

async function call(path: string, { body, type = 'application/json', authorization }: Call) {
  return sendRequest(api.service.url, path, {
    method: 'POST',
    headers: { authorization: authorization ?? api.company.authorization, 'content-type': type },
    body,
  });
}

describe('D21: Deprecation and Link to the successor on every answer of both aliases', () => {
  test.each<[path: string, status: number, call: Call]>([
    [LOOKUP, 400, { body: '{}' }],
    [LOOKUP, 401, { body: '{}', authorization: 'Basic bm86bm8=' }],
    [LOOKUP, 404, { body: '{"alert_id":"nobody"}' }],
    [LOOKUP, 413, { body: ' '.repeat(70_000) }],
    [STATUS, 401, { body: '{}', authorization: 'Basic bm86bm8=' }],
    [STATUS, 404, { body: '{"alert_id":"nobody","status":"other"}' }],
    [STATUS, 413, { body: ' '.repeat(70_000) }],
    [STATUS, 415, { body: '{}', type: 'text/plain' }],
    [STATUS, 422, { body: '{}' }],
  ])('%s → %i', async (path, status, given) => {
    const answer = await call(path, given);
    expect(answer.status).toBe(status);
    expect(answer.headers['deprecation']).toMatch(/\S/);
    expect(answer.headers['link']).toMatch(LINK);
    expect(answer.headers['x-request-id']).toMatch(/\S/);
  });

  test.each([
    [LOOKUP, {}],
    [STATUS, { status: 'other' }],
  ])('%s → 200', async (path, fields) => {
    const id = await receiveAlert(api.service.url, api.company);
    const answer = await call(path, { body: JSON.stringify({ alert_id: id, ...fields }) });
    expect(answer.status).toBe(200);
    expect(answer.headers['deprecation']).toMatch(/\S/);
    expect(answer.headers['link']).toMatch(LINK);
  });

  test('the current endpoints are not deprecated', async () => {
    const answer = await api.client.list();
    expect([answer.headers.get('deprecation'), answer.headers.get('link')]).toEqual([null, null]);
  });
});

interface Counted {
  readonly clientId: string;
  readonly alias: string;
  readonly calls: number;
}

describe('D21: calls are counted per credential, alias and day', () => {
  test('each credential its own counts; refused calls are calls; wrong credentials are nobody’s', async () => {
    const company = await createTestCompany(api.service.sql);
    const secondId = `${company.clientId}_second`;
    await insertCredential(api.service.sql, {
      clientId: secondId,
      companyId: company.companyId,
      secretSha256: hash('sha256', 'second', 'buffer'),
    });
    const second = `Basic ${Buffer.from(`${secondId}:second`).toString('base64')}`;
    const { authorization } = company;
    for (let repeat = 0; repeat < 3; repeat += 1)
      await call(LOOKUP, { body: '{"alert_id":"x"}', authorization });
    await call(STATUS, { body: '{"alert_id":"x","status":"other"}', authorization });
    await call(STATUS, { body: 'broken', authorization });
    await call(LOOKUP, { body: '{}', authorization: second });
    const wrong = `Basic ${Buffer.from(`${company.clientId}:wrong`).toString('base64')}`;
    await call(LOOKUP, { body: '{}', authorization: wrong });
    const counted = await waitFor('the counts of six calls', async () => {
      const rows = await api.service.sql<Counted[]>`
        select client_id, alias, sum(calls)::int as calls from legacy_calls
        where company_id = ${company.companyId} group by client_id, alias order by client_id, alias`;
      return rows.reduce((sum, { calls }) => sum + calls, 0) >= 6 && [...rows];
    });
    expect(counted).toEqual([
      { clientId: company.clientId, alias: 'lookup', calls: 3 },
      { clientId: company.clientId, alias: 'status_update', calls: 2 },
      { clientId: secondId, alias: 'lookup', calls: 1 },
    ]);
  });

  test('a later call on the same day adds to the count and moves "last called"; another day has its own row', async () => {
    const { clientId, companyId, authorization } = await createTestCompany(api.service.sql);
    const { sql } = api.service;
    await sql`
      insert into legacy_calls (company_id, client_id, alias, day, calls, last_called_at) values
        (${companyId}, ${clientId}, 'lookup', (clock_timestamp() at time zone 'UTC')::date, 40, '2001-01-01'),
        (${companyId}, ${clientId}, 'lookup', '2001-01-01', 7, '2001-01-01')`;
    const before = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
    await call(LOOKUP, { body: '{}', authorization });
    await call(LOOKUP, { body: '{}', authorization });
    const rows = await waitFor('42 calls today', async () => {
      const found = await sql<{ calls: number; lastCalledAt: Date }[]>`
        select calls::int as calls, last_called_at from legacy_calls
        where client_id = ${clientId} order by day desc`;
      return found.reduce((sum, { calls }) => sum + calls, 0) >= 49 && found;
    });
    // Around midnight the two calls may fall on a new day, which has a row of its own.
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(49);
    expect(rows.at(-1)).toEqual({ calls: 7, lastCalledAt: new Date('2001-01-01T00:00:00Z') });
    expect(Number(rows[0]?.lastCalledAt)).toBeGreaterThanOrEqual(Math.floor(Number(before[0]?.now)));
  });
});
