import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addGate } from '../../src/dashboard/gate.ts';
import type { DashboardParts } from '../../src/dashboard/parts.ts';
import { createApp } from '../../src/http/app.ts';
import { createDashboardClient, type SignedInClient, signIn, TEST_PASSWORD } from '../support/dashboard.ts';
import { sendRequest } from '../support/http-request.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

let service: TestService;
let owner: SignedInClient;
beforeAll(async () => {
  service = await startTestService({ PUBLIC_URL: 'http://alerts.example' });
  owner = await signIn(service, { role: 'owner' });
});
afterAll(() => service.stop());

const own = () => service.url;
const host = () => new URL(service.url).host;

async function write(headers: Record<string, string | undefined>): Promise<{ status: number; text: string }> {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  return sendRequest(service.url, '/dashboard/api/account/devices/revoke-others', {
    method: 'POST',
    headers: { cookie: owner.cookie() ?? '', 'content-type': 'application/json', ...given },
    body: JSON.stringify({ password: TEST_PASSWORD }),
  });
}

describe('a write must come from our own site', () => {
  test.for<[what: string, headers: () => Record<string, string | undefined>]>([
    ['its own origin', () => ({ origin: own() })],
    ['the public address', () => ({ origin: 'http://alerts.example' })],
    ['its own host, https before the proxy', () => ({ origin: `https://${host()}` })],
    ['its own origin, as browsers confirm', () => ({ origin: own(), 'sec-fetch-site': 'same-origin' })],
    ['its own origin, typed by the person', () => ({ origin: own(), 'sec-fetch-site': 'none' })],
  ])('%s is let in', async ([, headers]) => {
    expect((await write(headers())).status).toBe(204);
  });

  test.for<[what: string, headers: () => Record<string, string | undefined>]>([
    ['no origin', () => ({})],
    ['an opaque origin', () => ({ origin: 'null' })],
    ['another site', () => ({ origin: 'https://evil.example' })],
    ['another port of the same machine', () => ({ origin: 'http://127.0.0.1:1' })],
    ['a subdomain of the public address', () => ({ origin: 'http://sub.alerts.example' })],
    ['a host that begins like ours', () => ({ origin: `${own()}.evil.example` })],
    ['an origin with a path', () => ({ origin: `${own()}/` })],
    ['no origin at all but a word', () => ({ origin: 'alerts.example' })],
    ['what the browser calls cross-site', () => ({ origin: own(), 'sec-fetch-site': 'cross-site' })],
    ['what the browser calls same-site', () => ({ origin: own(), 'sec-fetch-site': 'same-site' })],
  ])('%s is refused', async ([, headers]) => {
    const answer = await write(headers());
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      403,
      { error: { code: 'CROSS_SITE', message: 'The request came from another site' } },
    ]);
  });

  test('signing in is a write too: nobody can be signed in to somebody else’s account', async () => {
    const answer = await createDashboardClient(service.url).post(
      '/login',
      { email: 'a@b.example', password: 'x' },
      { headers: { origin: 'https://evil.example' } },
    );
    expect(answer.status).toBe(403);
  });

  test('reading needs no origin', async () => {
    const headers = { cookie: owner.cookie() ?? '' };
    expect((await sendRequest(service.url, '/dashboard/api/session', { headers })).status).toBe(200);
  });
});

describe('who calls', () => {
  test.for([
    ['no cookie', undefined],
    ['an empty cookie', 'session='],
    ['an invented token', `session=${'x'.repeat(43)}`],
    ['a token in the name that only https may use', '__Host-session=x'],
  ] as const)('%s is nobody', async ([, cookie]) => {
    const answer = await createDashboardClient(service.url, cookie).get('/session');
    expect([answer.status, answer.body.error.code]).toEqual([401, 'NOT_SIGNED_IN']);
  });

  test('credentials of the API open nothing here, and a session nothing there', async () => {
    const headers = { cookie: owner.cookie() ?? '' };
    const api = await sendRequest(service.url, '/api/v1/chargeback-alert/alerts', { headers });
    expect(api.status).toBe(401);
  });
});

describe('answers', () => {
  test('are kept by no cache', async () => {
    expect((await owner.get('/session')).headers.get('cache-control')).toBe('no-store');
  });

  test('on an unknown path is the envelope, whoever asks', async () => {
    for (const client of [owner, createDashboardClient(service.url)]) {
      const answer = await client.get('/nowhere');
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('refusals are kept by no cache either', async () => {
    const answer = await createDashboardClient(service.url).get('/session');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('a refusal by role is in the log with the person it was told', async () => {
    const viewer = await signIn(service, { role: 'viewer' });
    const answer = await viewer.get('/audit-log');
    expect(answer.status).toBe(403);
    const requestId = answer.headers.get('x-request-id') ?? '';
    const line = await waitFor('the log line', () =>
      service.logLines.find((text) => text.includes(requestId)),
    );
    expect(JSON.parse(line)).toMatchObject({ status: 403, user_id: viewer.userId });
  });

  test('the dashboard stays out of the API reference', async () => {
    const document = await (await fetch(`${service.url}/openapi.json`)).text();
    expect(document).not.toContain('/dashboard/api');
  });
});

test('a route that does not say who may call it stops the start', async () => {
  const app = createApp(pino({ level: 'silent' }));
  app.register(async (api) => {
    await addGate(api, { publicUrl: 'http://localhost' } as DashboardParts);
    api.get('/forgotten', async () => 'open to all');
  });
  await expect(app.ready()).rejects.toThrow('GET /forgotten does not say who may call it');
  await app.close();
});
