import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createServiceApp } from '../../src/create-service-app.ts';
import { connect, type Sql } from '../../src/store/connect.ts';
import { createClient } from '../support/client.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { sendRequest } from '../support/http-request.ts';
import { alertMessage, postAlerts, receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';
import { waitFor } from '../support/wait-for.ts';
import { installationOn } from '../support/installation.ts';

const api = useApi();

const UNAVAILABLE =
  '{"error":{"code":"UNAVAILABLE","message":"The service is temporarily unavailable; try again shortly"}}';

let proxy: DatabaseProxy;
let pool: Sql;
let admin: Sql;
/** A service of its own, which reaches the database only through the proxy. */
let app: Awaited<ReturnType<typeof createServiceApp>>;
let url: string;

beforeAll(async () => {
  const { config, app: outer } = api.service;
  proxy = await startDatabaseProxy(config.databaseUrl ?? '');
  pool = connect(proxy.url, { applicationName: 'test outage', connectionsMax: 10 });
  admin = connect(inject('serverUrl'), { applicationName: 'test admin', connectionsMax: 1 });
  const installation = installationOn(pool, config);
  app = await createServiceApp(config, installation, outer.log);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await pool.end({ timeout: 5 });
  await proxy.cut();
  await admin.end({ timeout: 5 });
});

const OUTAGES = {
  'the port is closed': {
    begin: async () => proxy.cut(),
    end: async () => proxy.restore(),
  },
  'the server takes no connections to the database': {
    begin: async () => {
      await admin.unsafe(`alter database ${databaseName()} allow_connections false`);
      await endSessions();
    },
    end: async () => admin.unsafe(`alter database ${databaseName()} allow_connections true`),
  },
};
const NAMES = ['the port is closed', 'the server takes no connections to the database'] as const;

async function endSessions(): Promise<void> {
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${databaseName()} and application_name = 'test outage'`;
}

function databaseName(): string {
  return new URL(api.service.config.databaseUrl ?? '').pathname.slice(1);
}

async function call(method: string, path: string, body?: string) {
  const headers = { authorization: api.company.authorization, 'content-type': 'application/json' };
  return sendRequest(url, path, { method, headers, ...(body === undefined ? {} : { body }) });
}

const ID = randomUUID();
const CALLS: readonly (readonly [method: string, path: string, body?: string])[] = [
  ['GET', '/api/v1/chargeback-alert/alerts?page=2'],
  ['GET', '/api/v1/chargeback-alert/alerts?status=other'],
  ['PATCH', `/api/v1/chargeback-alert/alerts/${ID}/status`, '{"status":"notfound"}'],
  ['GET', '/api/v1/chargeback-alert/alerts'],
  ['GET', `/api/v1/chargeback-alert/alerts/${ID}`],
  ['PATCH', `/api/v1/chargeback-alert/alerts/${ID}/status`, '{"status":"other"}'],
  ['POST', '/chargeback-alert/update/status', `{"alert_id":"${ID}","status":"other"}`],
  ['POST', '/chargeback-alert/get', `{"alert_id":"${ID}"}`],
];

/** All at once: some of them find a connection that has just died under them, some find none. */
async function expectUnavailableEverywhere(): Promise<void> {
  const intake = postAlerts(url, 'provider_a_alerts', [alertMessage(api.company)]);
  const answers = await Promise.all(CALLS.map(async ([method, path, body]) => call(method, path, body)));
  for (const [position, { status, text, headers }] of answers.entries()) {
    const isLookupAlias = CALLS[position]?.[1] === '/chargeback-alert/get';
    expect([position, status]).toEqual([position, 503]);
    expect(text).toBe(isLookupAlias ? '{"error":"Serviço temporariamente indisponível."}' : UNAVAILABLE);
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect([(await intake).status, await (await intake).text()]).toEqual([503, UNAVAILABLE]);
  expect((await intake).headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

async function expectAliveButNotReady(): Promise<void> {
  const ready = await call('GET', '/readyz');
  expect([ready.status, ready.text]).toEqual([503, UNAVAILABLE]);
  expect(ready.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect((await call('GET', '/healthz')).status).toBe(200);
  expect((await call('GET', '/openapi.json')).status).toBe(200);
  expect((await call('GET', '/nothing')).status).toBe(404);
}

describe.each(NAMES)('D9: the database cannot be reached, because %s', (name) => {
  const { begin, end } = OUTAGES[name];

  test('503 UNAVAILABLE with Retry-After everywhere; alive but not ready; then all well again by itself', async () => {
    const client = createClient(url, api.company);
    const id = await receiveAlert(url, api.company);
    await Promise.all(Array.from({ length: 10 }, () => client.read(id)));
    expect((await call('GET', '/readyz')).status).toBe(200);

    await begin();
    try {
      await expectUnavailableEverywhere();
      await expectAliveButNotReady();
    } finally {
      await end();
    }

    await waitFor('readiness', async () => (await call('GET', '/readyz')).status === 200);
    await waitFor('service to company', async () => (await client.read(id)).status === 200);
    expect((await client.read(id)).body.data.status).toBe('pending');
    expect((await client.answer(id, 'other')).status).toBe(200);
    await receiveAlert(url, api.company);
  });

  test('no stack trace and no address in the answer; the failure is in the log under its request id', async () => {
    await begin();
    const answer = await call('GET', '/api/v1/chargeback-alert/alerts');
    await end();
    expect(answer.status).toBe(503);
    const shown = JSON.stringify(answer.headers) + answer.text;
    expect(shown).not.toMatch(/\bat .*:\d+|ECONN|127\.0\.0\.1|postgres|test_/i);
    const requestId = String(answer.headers['x-request-id']);
    const lines = api.service.logLines.filter((line) => line.includes(requestId));
    expect(lines.some((line) => JSON.parse(line).level >= 50)).toBe(true);
    await waitFor('readiness', async () => (await call('GET', '/readyz')).status === 200);
  });
});

test('D9: connections that die under an idle service: served again, and never a 500 in between', async () => {
  const client = createClient(url, api.company);
  await Promise.all(Array.from({ length: 10 }, () => client.list()));
  await endSessions();
  const statuses = new Set<number>();
  await waitFor('service', async () => {
    const { status } = await client.list();
    statuses.add(status);
    return status === 200;
  });
  statuses.delete(200);
  statuses.delete(503);
  expect([...statuses]).toEqual([]);
});
