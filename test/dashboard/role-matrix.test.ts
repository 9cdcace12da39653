import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '../../src/dashboard/person.ts';
import { mayDo, USER_ROLES, type UserRole } from '../../src/rules/permissions.ts';
import { createDashboardClient, createTestUser, signInAs, type TestUser } from '../support/dashboard.ts';
import { collectDashboardRoutes, DASHBOARD_ROUTES, fillPath } from '../support/dashboard-routes.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Verdict = 'not signed in' | 'forbidden' | 'let in';

let service: TestService;
const users = new Map<UserRole, TestUser>();
beforeAll(async () => {
  service = await startTestService();
  for (const role of USER_ROLES) users.set(role, await createTestUser(service.sql, { role }));
});
afterAll(() => service.stop());

/** Only the head of the answer is read: a stream of events never ends. */
async function call(cookie: string | undefined, route: string): Promise<Verdict> {
  const [method = '', path = ''] = route.split(' ');
  const body = DASHBOARD_ROUTES[route]?.body;
  const leaving = new AbortController();
  const response = await fetch(`${service.url}/dashboard/api${fillPath(path)}`, {
    method,
    signal: leaving.signal,
    headers: {
      origin: service.url,
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const isError = response.status >= 400;
  const text = isError ? await response.text() : '';
  leaving.abort();
  if (response.status >= 500) throw new Error(`${route} answered ${response.status}: ${text}`);
  const code = isError ? JSON.parse(text).error.code : '';
  if (code === 'NOT_SIGNED_IN') return 'not signed in';
  return code === 'FORBIDDEN' ? 'forbidden' : 'let in';
}

/** With a session of its own, since some routes end it. */
async function callAs(role: UserRole, route: string): Promise<Verdict> {
  const user = users.get(role);
  if (user === undefined) throw new Error('no such user');
  return call((await signInAs(service, user)).cookie(), route);
}

function expectedFor(role: UserRole, access: Access): Verdict {
  if (access === 'anybody' || access === 'signed_in') return 'let in';
  return mayDo(role, access) ? 'let in' : 'forbidden';
}

test('every route is known here, and every one known here is there', async () => {
  expect((await collectDashboardRoutes()).toSorted()).toEqual(Object.keys(DASHBOARD_ROUTES).toSorted());
});

describe('who may call', () => {
  test.for(Object.entries(DASHBOARD_ROUTES))('%s', async ([route, { access }]) => {
    expect(await call(createDashboardClient(service.url).cookie(), route)).toBe(
      access === 'anybody' ? 'let in' : 'not signed in',
    );
    for (const role of USER_ROLES) {
      expect([role, await callAs(role, route)]).toEqual([role, expectedFor(role, access)]);
    }
  });
});

describe('while the company wants two-factor and the user has none', () => {
  const guarded = Object.entries(DASHBOARD_ROUTES).filter(
    ([, { access }]) => access !== 'anybody' && access !== 'signed_in' && mayDo('owner', access),
  );

  test.for(guarded)('%s waits until it is set up', async ([route]) => {
    const owner = await signInAs(service, await ownerWithoutTotp());
    const [method = '', path = ''] = route.split(' ');
    const answer = await owner.call(method, fillPath(path), DASHBOARD_ROUTES[route]?.body);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'TOTP_SETUP_REQUIRED']);
  });
});

let waiting: TestUser | undefined;
async function ownerWithoutTotp(): Promise<TestUser> {
  waiting ??= await createTestUser(service.sql, { role: 'owner' });
  await service.sql`update companies set requires_totp = true where id = ${waiting.companyId}`;
  return waiting;
}
