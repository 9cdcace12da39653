import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteEndedSessions } from '../../src/store/people/sessions.ts';
import {
  createDashboardClient,
  createTestUser,
  type SignedInClient,
  signIn,
  signInAs,
  TEST_PASSWORD,
} from '../support/dashboard.ts';
import { waitForLockWaiters } from '../support/locks.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { DAY_MS, HOUR_MS } from '../support/time.ts';

const MINUTE_MS = 60_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Lets time pass for a session by moving everything it remembers into the past. */
async function age({ sessionId }: SignedInClient, ms: number): Promise<void> {
  await service.sql`
    update sessions set
      created_at = created_at - ${ms} * interval '1 ms',
      last_seen_at = last_seen_at - ${ms} * interval '1 ms',
      expires_at = expires_at - ${ms} * interval '1 ms'
    where id = ${sessionId}`;
}

const statusOf = async (client: SignedInClient) => (await client.get('/session')).status;

describe('a session ends', () => {
  test.for([
    ['used 11 h 59 min ago', 12 * HOUR_MS - MINUTE_MS, 200],
    ['not used for 12 h', 12 * HOUR_MS, 401],
  ] as const)('%s', async ([, ms, status]) => {
    const client = await signIn(service, { role: 'viewer' });
    await age(client, ms);
    expect(await statusOf(client)).toBe(status);
  });

  test('7 days after it began, however often it is used', async () => {
    const client = await signIn(service, { role: 'viewer' });
    for (let hours = 0; hours < 7 * 24 - 12; hours += 11) {
      await age(client, 11 * HOUR_MS);
      expect(await statusOf(client)).toBe(200);
    }
    const [row] = await service.sql`
      select expires_at <= created_at + interval '7 days' as is_bound from sessions where id = ${client.sessionId}`;
    expect(row?.['isBound']).toBe(true);
    const [left] = await service.sql`
      select extract(epoch from created_at + interval '7 days' - clock_timestamp()) * 1000 as ms
      from sessions where id = ${client.sessionId}`;
    await age(client, Number(left?.['ms']));
    expect(await statusOf(client)).toBe(401);
  });

  test('when its user is removed, at once', async () => {
    const client = await signIn(service, { role: 'viewer' });
    expect(await statusOf(client)).toBe(200);
    await service.sql`update users set removed_at = clock_timestamp() where id = ${client.userId}`;
    expect(await statusOf(client)).toBe(401);
  });

  test('when it is one too many: the one used longest ago', async () => {
    const user = await createTestUser(service.sql, { role: 'viewer' });
    const clients: SignedInClient[] = [];
    for (let n = 0; n < 20; n += 1) clients.push(await signInAs(service, user));
    const [first, second] = clients;
    if (!first || !second) throw new Error('nobody signed in');
    await age(first, 5 * MINUTE_MS);
    const browser = createDashboardClient(service.url);
    expect((await browser.post('/login', { email: user.email, password: TEST_PASSWORD })).status).toBe(200);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    expect((await browser.get('/account/devices')).body.data).toHaveLength(20);
  });

  test('and its row is swept away, no other', async () => {
    const ended = await signIn(service, { role: 'viewer' });
    const open = await signIn(service, { role: 'viewer' });
    await age(ended, 8 * DAY_MS);
    expect(await deleteEndedSessions(service.sql, 500)).toBeGreaterThan(0);
    const rows =
      await service.sql`select id from sessions where id in (${ended.sessionId}, ${open.sessionId})`;
    expect(rows.map((row) => row['id'])).toEqual([open.sessionId]);
  });
});

test('being used is written once a minute, not with every request', async () => {
  const client = await signIn(service, { role: 'viewer' });
  const seen = async () => {
    const [row] =
      await service.sql`select last_seen_at::text as at from sessions where id = ${client.sessionId}`;
    return row?.['at'];
  };
  const first = await seen();
  await client.get('/session');
  expect(await seen()).toBe(first);
  await age(client, MINUTE_MS);
  const aged = await seen();
  await client.get('/session');
  expect(await seen()).not.toBe(aged);
});

test('a changed role counts from the next request on', async () => {
  const client = await signIn(service, { role: 'owner' });
  expect((await client.get('/team')).status).toBe(200);
  await service.sql`update users set role = 'viewer' where id = ${client.userId}`;
  expect((await client.get('/team')).status).toBe(403);
});

describe('devices', () => {
  test('are listed, the current one marked, and each can be signed out', async () => {
    const here = await signIn(service, { role: 'viewer' });
    const there = await signInAs(service, here);
    const { body } = await here.get('/account/devices');
    expect(body.data).toHaveLength(2);
    expect(body.data.filter((device: { is_current: boolean }) => device.is_current)).toMatchObject([
      { id: here.sessionId, user_agent: 'test', address: '203.0.113.7' },
    ]);
    const revoke = (password: string) =>
      here.post(`/account/devices/${there.sessionId}/revoke`, { password });
    expect((await revoke('not the password')).body.error.message).toBe('The current password is wrong.');
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 200]);
    expect((await revoke(TEST_PASSWORD)).status).toBe(204);
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
    expect((await revoke(TEST_PASSWORD)).status).toBe(404);
  });

  test('all others at once', async () => {
    const here = await signIn(service, { role: 'viewer' });
    const others = [await signInAs(service, here), await signInAs(service, here)];
    const stranger = await signIn(service, { role: 'viewer' });
    const revokeOthers = (password: string) => here.post('/account/devices/revoke-others', { password });
    expect((await revokeOthers('not the password')).status).toBe(422);
    expect(await Promise.all(others.map(statusOf))).toEqual([200, 200]);
    expect((await revokeOthers(TEST_PASSWORD)).status).toBe(204);
    expect(await Promise.all([here, stranger, ...others].map(statusOf))).toEqual([200, 200, 401, 401]);
  });

  test('of somebody else are not found', async () => {
    const here = await signIn(service, { role: 'owner' });
    const colleague = await signIn(service, { role: 'viewer', companyId: here.companyId ?? '' });
    for (const id of [colleague.sessionId, 'no-uuid']) {
      const answer = await here.post(`/account/devices/${id}/revoke`, { password: TEST_PASSWORD });
      expect(answer.status).toBe(404);
    }
    expect(await statusOf(colleague)).toBe(200);
  });
});

describe('a new password', () => {
  const NEW_PASSWORD = 'quite another password';

  test('ends every other session, and the old one signs in no more', async () => {
    const here = await signIn(service, { role: 'analyst' });
    const there = await signInAs(service, here);
    const change = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD };
    expect((await here.post('/account/password', change)).status).toBe(204);
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
    const browser = createDashboardClient(service.url);
    const tryPassword = async (password: string) =>
      (await browser.post('/login', { email: here.email, password })).status;
    expect([await tryPassword(TEST_PASSWORD), await tryPassword(NEW_PASSWORD)]).toEqual([401, 200]);
  });

  test.for<[what: string, current: string, next: string, message: RegExp]>([
    ['the wrong current one', 'wrong', NEW_PASSWORD, /current password is wrong/],
    ['the same again', TEST_PASSWORD, TEST_PASSWORD, /same as the current one/],
    ['a short one', TEST_PASSWORD, 'elevenchars', /12 to 200 characters; this one has 11/],
    ['a very long one', TEST_PASSWORD, 'ab1'.repeat(67), /12 to 200 characters; this one has 201/],
    ['a common one', TEST_PASSWORD, 'PasswordPassword', /first that others would try/],
    ['one letter over and over', TEST_PASSWORD, 'aaaaaaaaaaaaaa', /first that others would try/],
  ])('%s is refused with the reason', async ([, current, next, message]) => {
    const here = await signIn(service, { role: 'analyst' });
    const answer = await here.post('/account/password', { current_password: current, new_password: next });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(answer.body.error.message).toMatch(message);
  });

  test('must not be the email address', async () => {
    const here = await signIn(service, { role: 'analyst' });
    const change = { current_password: TEST_PASSWORD, new_password: here.email.toUpperCase() };
    expect((await here.post('/account/password', change)).body.error.message).toMatch(/not be the email/);
  });

  test('wins over a sign-in with the old one that is under way', async () => {
    const user = await createTestUser(service.sql, { role: 'viewer' });
    const [changing, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = service.sql.begin(async (transaction) => {
      await transaction`update users set password_hash = 'another' where id = ${user.userId}`;
      begun.resolve();
      await changing.promise;
    });
    await begun.promise;
    const browser = createDashboardClient(service.url);
    const answer = browser.post('/login', { email: user.email, password: TEST_PASSWORD });
    await waitForLockWaiters(service.sql);
    changing.resolve();
    await change;
    expect((await answer).status).toBe(401);
  });

  test('wrong tries at the current one are limited like sign-ins', async () => {
    const here = await signIn(service, { role: 'analyst' });
    const change = { current_password: 'wrong', new_password: NEW_PASSWORD };
    const headers = { 'x-forwarded-for': '9.8.7.6' };
    for (let n = 0; n < 10; n += 1) {
      expect((await here.post('/account/password', change, { headers })).status).toBe(422);
    }
    const right = { ...change, current_password: TEST_PASSWORD };
    expect((await here.post('/account/password', right, { headers })).status).toBe(429);
    const browser = createDashboardClient(service.url);
    expect((await browser.post('/login', { email: here.email, password: TEST_PASSWORD })).status).toBe(429);
  });
});
