import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { markCompanyBlocked, clearCompanyBlock } from '../../src/store/companies/companies.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { sendRequest } from '../support/http-request.ts';
import { receiveAlert } from '../support/provider.ts';
import { ageAlert, DAY_MS } from '../support/time.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

let blocked: TestCompany;
/** Alerts of each company: one that waits, one that is answered for good, and one that nobody has. */
const ids = {
  free: { waiting: '', final: '', unknown: randomUUID() },
  blocked: { waiting: '', final: '', unknown: randomUUID() },
};
type AlertName = keyof (typeof ids)['free'];

beforeAll(async () => {
  const { service, company } = api;
  blocked = await createTestCompany(service.sql);
  ids.free.waiting = await receiveAlert(service.url, company);
  ids.free.final = await receiveAlert(service.url, company);
  ids.blocked.waiting = await receiveAlert(service.url, blocked);
  ids.blocked.final = await receiveAlert(service.url, blocked);
  await service.sql`update alerts set status = 'notfound' where id in ${service.sql([ids.free.final, ids.blocked.final])}`;
  await markCompanyBlocked(service.sql, blocked.companyId, 'unpaid');
});

const ENDPOINTS = {
  'PATCH status': (id: string, status: string) => ({
    method: 'PATCH',
    path: `/api/v1/chargeback-alert/alerts/${id}/status`,
    body: `{"status":"${status}"}`,
  }),
  'legacy status alias': (id: string, status: string) => ({
    method: 'POST',
    path: '/chargeback-alert/update/status',
    body: `{"alert_id":"${id}","status":"${status}"}`,
  }),
};
const NAMES = ['PATCH status', 'legacy status alias'] as const;
type EndpointName = (typeof NAMES)[number];

const REFUSALS = {
  credentials: [401, '{"error":{"code":"UNAUTHORIZED","message":"Invalid credentials"}}'],
  body: [
    422,
    String.raw`{"error":{"code":"VALIDATION_ERROR","message":"status must be one of notfound, account_suspended, other; received \"foo\""}}`,
  ],
  mediaType: [
    415,
    '{"error":{"code":"UNSUPPORTED_MEDIA_TYPE","message":"Content-Type must be application/json"}}',
  ],
  blocked: [403, '{"error":{"code":"COMPANY_BLOCKED","message":"Company is blocked"}}'],
  alert: [404, '{"error":{"code":"ALERT_NOT_FOUND","message":"Alert not found"}}'],
  transition: [
    422,
    '{"error":{"code":"ALERT_INVALID_STATUS","message":"Alert already has a definitive status"}}',
  ],
} as const;
type Check = keyof typeof REFUSALS;

interface Call {
  readonly wrong: readonly Check[];
  readonly alert: AlertName;
}

async function callWith(endpoint: EndpointName, { wrong, alert }: Call) {
  const company = wrong.includes('blocked') ? blocked : api.company;
  const id = ids[wrong.includes('blocked') ? 'blocked' : 'free'][alert];
  const { method, path, body } = ENDPOINTS[endpoint](id, wrong.includes('body') ? 'foo' : 'other');
  return sendRequest(api.service.url, path, {
    method,
    headers: {
      authorization: wrong.includes('credentials') ? 'Basic bm86bm8=' : company.authorization,
      'content-type': wrong.includes('mediaType') ? 'text/plain' : 'application/json',
    },
    body,
  });
}

describe.each(NAMES)(
  'D8 %s: credentials 401 → body 422 → blocked 403 → alert 404 → transition 422',
  (name) => {
    test.each<[first: Check, wrong: readonly Check[], alert: AlertName]>([
      ['credentials', ['credentials'], 'waiting'],
      ['credentials', ['credentials', 'body'], 'waiting'],
      ['credentials', ['credentials', 'mediaType'], 'waiting'],
      ['credentials', ['credentials', 'blocked'], 'waiting'],
      ['credentials', ['credentials'], 'unknown'],
      ['credentials', ['credentials'], 'final'],
      ['credentials', ['credentials', 'body', 'blocked'], 'unknown'],
      ['mediaType', ['mediaType', 'blocked'], 'waiting'],
      ['mediaType', ['mediaType'], 'unknown'],
      ['body', ['body'], 'waiting'],
      ['body', ['body', 'blocked'], 'waiting'],
      ['body', ['body'], 'unknown'],
      ['body', ['body'], 'final'],
      ['body', ['body', 'blocked'], 'unknown'],
      ['body', ['body', 'blocked'], 'final'],
      ['blocked', ['blocked'], 'waiting'],
      ['blocked', ['blocked'], 'unknown'],
      ['blocked', ['blocked'], 'final'],
      ['alert', [], 'unknown'],
      ['transition', [], 'final'],
    ])('%s answers first when wrong: %j, alert: %s', async (first, wrong, alert) => {
      const { status, text } = await callWith(name, { wrong, alert });
      expect([status, text]).toEqual(REFUSALS[first]);
    });

    test.each([
      ['an unknown id', 'no-such-alert'],
      ['no UUID at all', '%20'],
    ])('blocked comes before %s', async (_case, id) => {
      const { method, path, body } = ENDPOINTS[name](id, 'other');
      const headers = { authorization: blocked.authorization, 'content-type': 'application/json' };
      const answer = await sendRequest(api.service.url, path, { method, headers, body });
      expect([answer.status, answer.text]).toEqual(REFUSALS.blocked);
    });

    test('a refused call changes nothing and leaves no trace in the history', async () => {
      const known = [ids.free, ids.blocked].flatMap(({ waiting, final }) => [waiting, final]);
      const rows = await api.service
        .sql`select 1 from alert_history where alert_id in ${api.service.sql(known)}`;
      expect(rows).toHaveLength(0);
      expect((await api.client.read(ids.free.waiting)).body.data.status).toBe('pending');
    });
  },
);

function auth(): Record<string, string> {
  return { authorization: blocked.authorization };
}

describe('D7: a blocked company still reads, and answers again once unblocked', () => {
  test('list, read and legacy lookup work', async () => {
    const list = await api.client.call('GET', '/api/v1/chargeback-alert/alerts', undefined, auth());
    expect([list.status, list.body.meta.total]).toEqual([200, 2]);
    const path = `/api/v1/chargeback-alert/alerts/${ids.blocked.waiting}`;
    const read = await api.client.call('GET', path, undefined, auth());
    expect([read.status, read.body.data.id]).toEqual([200, ids.blocked.waiting]);
    const lookup = { alert_id: ids.blocked.waiting };
    const legacy = await api.client.call('POST', '/chargeback-alert/get', lookup, auth());
    expect([legacy.status, legacy.body.success]).toEqual([200, true]);
  });

  test('its alerts are still received and stored', async () => {
    const id = await receiveAlert(api.service.url, blocked);
    const read = await api.client.call('GET', `/api/v1/chargeback-alert/alerts/${id}`, undefined, auth());
    expect(read.body.data.status).toBe('pending');
  });

  test.each(NAMES)(
    '%s: 403 while blocked, also with an Idempotency-Key; 200 with the same key after',
    async (name) => {
      const { service } = api;
      const id = await receiveAlert(service.url, blocked);
      const { method, path, body } = ENDPOINTS[name](id, 'other');
      const headers = { ...auth(), 'content-type': 'application/json', 'idempotency-key': `blocked ${name}` };
      const refused = await sendRequest(service.url, path, { method, headers, body });
      expect([refused.status, refused.text]).toEqual(REFUSALS.blocked);
      await clearCompanyBlock(service.sql, blocked.companyId);
      const accepted = await sendRequest(service.url, path, { method, headers, body });
      expect(accepted.status).toBe(200);
      expect(accepted.headers['idempotency-replayed']).toBeUndefined();
      await markCompanyBlocked(service.sql, blocked.companyId, 'unpaid again');
      const unkeyed = { ...auth(), 'content-type': 'application/json' };
      const again = await sendRequest(service.url, path, { method, headers: unkeyed, body });
      expect([again.status, again.text]).toEqual(REFUSALS.blocked);
    },
  );
});

describe.each(NAMES)('spec 3 rule 4 %s: each refused transition says its own words', (name) => {
  test.each([
    ['expired', 1, 'Alert has expired'],
    ['notfound', 0, 'Alert already has a definitive status'],
    ['account_suspended', 9, 'Alert already has a definitive status'],
    ['pending', 1, 'Response deadline has passed'],
    ['other', 0, 'Alert already has a definitive status'],
    ['other', 6, 'Response deadline has passed'],
  ])('%s after %i days → 422 ALERT_INVALID_STATUS "%s"', async (status, days, message) => {
    const id = await receiveAlert(api.service.url, api.company);
    await api.service.sql`update alerts set status = ${status} where id = ${id}`;
    await ageAlert(api.service.sql, id, days * DAY_MS);
    const { method, path, body } = ENDPOINTS[name](id, 'other');
    const headers = { authorization: api.company.authorization, 'content-type': 'application/json' };
    const answer = await sendRequest(api.service.url, path, { method, headers, body });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      422,
      { error: { code: 'ALERT_INVALID_STATUS', message } },
    ]);
  });
});
