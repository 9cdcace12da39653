import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { markCompanyBlocked, clearCompanyBlock } from '../../src/store/companies/companies.ts';
import { sendRequest } from '../support/http-request.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

/** An alert of the other company by all its names, and names that nothing has. */
const foreign = { id: '', providerId: 'F-100', code: 'FC-100' };
const nothing = { id: randomUUID(), providerId: 'N-100', code: 'NC-100' };
type Names = typeof foreign;

beforeAll(async () => {
  const { service, stranger, company } = api;
  const overrides = { alert_id: foreign.providerId, auth_code: foreign.code };
  foreign.id = await receiveAlert(service.url, stranger, 'provider_a_alerts', overrides);
  await receiveAlert(service.url, stranger, 'provider_b_rdr', overrides);
  await receiveAlert(service.url, company);
});

const LIST = '/api/v1/chargeback-alert/alerts';
const LOOKUP = '/chargeback-alert/get';
const UPDATE = '/chargeback-alert/update/status';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly key?: string;
}

/** Every route that takes an id or a reference, in every way it can be given. */
const CALLS: Readonly<Record<string, (names: Names) => Call>> = {
  'list by provider_alert_id': ({ providerId }) => ({
    method: 'GET',
    path: `${LIST}?provider_alert_id=${providerId}`,
  }),
  read: ({ id }) => ({ method: 'GET', path: `${LIST}/${id}` }),
  'read, upper case': ({ id }) => ({ method: 'GET', path: `${LIST}/${id.toUpperCase()}` }),
  'read, headers only': ({ id }) => ({ method: 'HEAD', path: `${LIST}/${id}` }),
  'status update': ({ id }) => ({
    method: 'PATCH',
    path: `${LIST}/${id}/status`,
    body: '{"status":"other"}',
  }),
  'status update with a key': ({ id }) => ({
    method: 'PATCH',
    path: `${LIST}/${id}/status`,
    body: '{"status":"notfound"}',
    key: `tenancy ${id}`,
  }),
  'status update, wrong body': ({ id }) => ({
    method: 'PATCH',
    path: `${LIST}/${id}/status`,
    body: '{"status":1}',
  }),
  'legacy lookup by UUID': ({ id }) => ({
    method: 'POST',
    path: LOOKUP,
    body: JSON.stringify({ alert_id: id }),
  }),
  'legacy lookup by provider id': ({ providerId }) => ({
    method: 'POST',
    path: LOOKUP,
    body: JSON.stringify({ alert_id: providerId }),
  }),
  'legacy lookup by code': ({ code }) => ({
    method: 'POST',
    path: LOOKUP,
    body: JSON.stringify({ authorization_code: code }),
  }),
  'legacy update by UUID': ({ id }) => ({
    method: 'POST',
    path: UPDATE,
    body: JSON.stringify({ alert_id: id, status: 'other' }),
  }),
  'legacy update by provider id': ({ providerId }) => ({
    method: 'POST',
    path: UPDATE,
    body: JSON.stringify({ alert_id: providerId, status: 'notfound' }),
  }),
  'legacy update with a key': ({ providerId }) => ({
    method: 'POST',
    path: UPDATE,
    body: JSON.stringify({ alert_id: providerId, status: 'other' }),
    key: `tenancy ${providerId}`,
  }),
};
const NAMES = Object.keys(CALLS);

/** All that a caller can see of an answer, without what is new each time. */
async function see(name: string, names: Names) {
  const call = CALLS[name]?.(names) ?? { method: 'GET', path: '/' };
  const { status, headers, text } = await sendRequest(api.service.url, call.path, {
    method: call.method,
    headers: {
      authorization: api.company.authorization,
      'content-type': 'application/json',
      ...(call.key === undefined ? {} : { 'idempotency-key': call.key }),
    },
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  return { status, text, headers: { ...headers, date: '', 'x-request-id': '' } };
}

describe('promise 3: a foreign id is answered exactly as an id that does not exist, body and headers', () => {
  test.each(NAMES)('%s', async (name) => {
    const answer = await see(name, foreign);
    expect(answer).toEqual(await see(name, nothing));
    expect([200, 404, 422]).toContain(answer.status);
  });

  test.each(NAMES)('%s, while the other company is blocked', async (name) => {
    const { service, stranger } = api;
    await markCompanyBlocked(service.sql, stranger.companyId, 'unpaid');
    try {
      expect(await see(name, foreign)).toEqual(await see(name, nothing));
    } finally {
      await clearCompanyBlock(service.sql, stranger.companyId);
    }
  });

  test.each(NAMES)('%s, while the foreign alert is answered for good', async (name) => {
    const { sql } = api.service;
    await sql`update alerts set status = 'account_suspended' where id = ${foreign.id}`;
    expect(await see(name, foreign)).toEqual(await see(name, nothing));
    await sql`update alerts set status = 'pending' where id = ${foreign.id}`;
  });

  test('after all these calls the foreign alert is untouched, without history', async () => {
    const { body } = await api.strangerClient.read(foreign.id);
    expect(body.data.status).toBe('pending');
    expect(body.data.updated_at).toBe(body.data.received_at);
    expect(await api.service.sql`select 1 from alert_history`).toHaveLength(0);
    expect(await api.service.sql`select 1 from forwards`).toHaveLength(0);
  });
});

describe('promise 3: foreign alerts are never counted', () => {
  test('no filter finds or counts one', async () => {
    const day = new Date(Date.now()).toISOString().slice(0, 10);
    for (const query of ['', '?status=pending', `?date_to=9999-12-31&date_from=${day.slice(0, 4)}-01-01`]) {
      const { body } = await api.client.list(query);
      expect([body.meta.total, body.data.length]).toEqual([1, 1]);
    }
    for (const query of ['?page=2', '?per_page=1&page=2', `?provider_alert_id=${foreign.providerId}`]) {
      expect((await api.client.list(query)).body.data).toEqual([]);
    }
  });

  test('one company’s total stays while another’s grows', async () => {
    const before = (await api.client.list()).text;
    for (let count = 0; count < 5; count += 1) await receiveAlert(api.service.url, api.stranger);
    expect((await api.client.list()).text).toBe(before);
  });

  test('a name that both companies use means each one’s own alert', async () => {
    const { service, company, client, strangerClient } = api;
    // Provider ids are unique within a provider, so the company's own comes from the other provider.
    const [shared] = ['SHARED-1'];
    const own = await receiveAlert(service.url, company, 'provider_b_rdr', {
      alert_id: shared,
      auth_code: 'SC',
    });
    const other = { alert_id: shared, auth_code: 'SC' };
    const theirs = await receiveAlert(service.url, api.stranger, 'provider_a_alerts', other);
    expect((await client.list(`?provider_alert_id=${shared}`)).body.data.map(idOf)).toEqual([own]);
    expect((await strangerClient.list(`?provider_alert_id=${shared}`)).body.data.map(idOf)).toEqual([theirs]);
    expect((await client.legacyLookup({ alert_id: shared })).body.data.provider).toBe('provider_b');
    expect((await client.legacyLookup({ authorization_code: 'SC' })).body.data.provider).toBe('provider_b');
    const answer = await client.legacyAnswer({ alert_id: shared, status: 'other' });
    expect(answer.body.data.id).toBe(own);
    expect((await strangerClient.read(theirs)).body.data.status).toBe('pending');
  });
});

function idOf({ id }: { id: string }): string {
  return id;
}
