import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/backoffice/account/password.ts';
import { createDashboardClient, createTestUser, TEST_PASSWORD } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

const LOGIN_FAILED = { error: { code: 'LOGIN_FAILED', message: 'Email or password is wrong' } };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Every call from an address of its own, unless one is named: failures are counted by address too. */
let callers = 0;
async function login(body: object, { from, cookie }: { from?: string; cookie?: string } = {}) {
  callers += 1;
  const browser = createDashboardClient(service.url, cookie);
  const address = from ?? `9.9.${callers >> 8}.${callers & 255}`;
  const answer = await browser.post('/login', body, { headers: { 'x-forwarded-for': address } });
  return { ...answer, browser };
}

async function moveFailures(email: string, ms: number): Promise<void> {
  await service.sql`
    update login_failures set window_ends_at = window_ends_at - ${ms} * interval '1 ms'
    where subject_sha256 = sha256(convert_to(${`account ${email}`}, 'utf8'))`;
}

async function quickest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}

describe('signing in', () => {
  test('email and password open a session, which signing out ends', async () => {
    const user = await createTestUser(service.sql, { role: 'analyst' });
    const { status, body, browser } = await login({
      email: ` ${user.email.toUpperCase()} `,
      password: TEST_PASSWORD,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { id: user.userId, email: user.email, role: 'analyst', has_totp: false },
      company: { id: user.companyId, requires_totp: false, blocked: null },
      must_set_up_totp: false,
      is_sandbox: false,
    });
    expect(body.permissions).toContain('answer_alerts');
    expect(body.permissions).not.toContain('manage_users');
    expect((await browser.get('/session')).body).toMatchObject({ user: { id: user.userId } });
    const cookie = browser.cookie() ?? '';
    expect((await browser.post('/logout')).status).toBe(204);
    expect(browser.cookie()).toBeUndefined();
    expect((await createDashboardClient(service.url, cookie).get('/session')).status).toBe(401);
  });

  test('an operator belongs to no company', async () => {
    const user = await createTestUser(service.sql, { role: 'operator' });
    const { body } = await login({ email: user.email, password: TEST_PASSWORD });
    expect(body).toMatchObject({ user: { role: 'operator' }, company: null });
  });

  test('a token that the browser brings along is never taken over (fixation)', async () => {
    const user = await createTestUser(service.sql, { role: 'viewer' });
    const planted = `session=${'p'.repeat(43)}`;
    const { browser } = await login({ email: user.email, password: TEST_PASSWORD }, { cookie: planted });
    expect(browser.cookie()).not.toBe(planted);
    expect((await createDashboardClient(service.url, planted).get('/session')).status).toBe(401);
    const again = await login(
      { email: user.email, password: TEST_PASSWORD },
      { cookie: browser.cookie() ?? '' },
    );
    expect(again.browser.cookie()).not.toBe(browser.cookie());
  });

  test('the session that a browser had before ends with the next one', async () => {
    const user = await createTestUser(service.sql, { role: 'viewer' });
    const credentials = { email: user.email, password: TEST_PASSWORD };
    const { browser } = await login(credentials);
    const before = browser.cookie() ?? '';
    await login(credentials, { cookie: before });
    expect((await createDashboardClient(service.url, before).get('/session')).status).toBe(401);
  });

  test('the same person can sign in at several places at the same moment', async () => {
    const { email } = await createTestUser(service.sql, { role: 'viewer' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => login({ email, password: TEST_PASSWORD })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test('the token itself is nowhere in the database', async () => {
    const user = await createTestUser(service.sql, { role: 'viewer' });
    const { browser } = await login({ email: user.email, password: TEST_PASSWORD });
    const token = (browser.cookie() ?? '').replace('session=', '');
    const [row] = await service.sql`
      select count(*)::int as n from sessions s
      where user_id = ${user.userId} and s.token_sha256 = sha256(convert_to(${token}, 'utf8'))`;
    expect(row?.['n']).toBe(1);
    const [plain] = await service.sql`
      select (select string_agg(s::text, '') from sessions s) || (select string_agg(a::text, '') from audit_log a) as text`;
    expect(String(plain?.['text'])).not.toContain(token);
  });

  test('wrong password, unknown and removed user get the same answer', async () => {
    const user = await createTestUser(service.sql, { role: 'viewer' });
    const removed = await createTestUser(service.sql, { role: 'viewer' });
    await service.sql`update users set removed_at = clock_timestamp() where id = ${removed.userId}`;
    for (const body of [
      { email: user.email, password: 'another password' },
      { email: 'nobody@company.example', password: TEST_PASSWORD },
      { email: removed.email, password: TEST_PASSWORD },
    ]) {
      const answer = await login(body);
      expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([401, LOGIN_FAILED, []]);
    }
  });

  test('an unknown user costs as much as a known one: a password is hashed all the same', async () => {
    const unknownMs = await quickest(() => login({ email: 'stranger@company.example', password: 'wrong' }));
    expect(unknownMs).toBeGreaterThan((await quickest(() => hashPassword('wrong'))) / 3);
  });

  test.for([
    ['no body', undefined],
    ['no password', { email: 'a@b.example' }],
    ['a number', { email: 1, password: 'x' }],
    ['a NUL', { email: 'a\0@b.example', password: 'x' }],
    ['a code that is none', { email: 'a@b.example', password: 'x', code: '12345' }],
    ['no end', { email: 'a'.repeat(1001), password: 'x' }],
  ] as const)('%s is invalid input', async ([, body]) => {
    const answer = await createDashboardClient(service.url).post('/login', body);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
  });
});

describe('the cookie', () => {
  test('is out of reach for scripts and other sites', async () => {
    const user = await createTestUser(service.sql, { role: 'viewer' });
    const { headers } = await login({ email: user.email, password: TEST_PASSWORD });
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^session=[\w-]{43}; /);
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=604800',
      'Path=/',
      'SameSite=Lax',
    ]);
  });

  test('over https is bound to the very host', async () => {
    const secure = await startTestService({ PUBLIC_URL: 'https://alerts.example' });
    try {
      const user = await createTestUser(secure.sql, { role: 'viewer' });
      const browser = createDashboardClient(secure.url);
      const credentials = { email: user.email, password: TEST_PASSWORD };
      const { headers } = await browser.post('/login', credentials, {
        headers: { origin: 'https://alerts.example' },
      });
      const [cookie = ''] = headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-session=[\w-]{43}; /);
      expect(cookie).toContain('; Secure');
      expect(cookie).not.toContain('Domain');
      expect((await browser.get('/session')).status).toBe(200);
      const signedOut = await browser.post('/logout');
      expect(signedOut.headers.getSetCookie()[0]).toMatch(/^__Host-session=; .*Secure/);
    } finally {
      await secure.stop();
    }
  });
});

describe('guessing', () => {
  test('after 10 failures in 15 minutes even the right password waits', async () => {
    const { email } = await createTestUser(service.sql, { role: 'viewer' });
    for (let failure = 1; failure <= 10; failure += 1) {
      expect((await login({ email, password: `wrong ${failure}` })).status).toBe(401);
    }
    const answer = await login({ email: email.toUpperCase(), password: TEST_PASSWORD });
    expect([answer.status, answer.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    const retryAfterSeconds = Number(answer.headers.get('retry-after'));
    expect(retryAfterSeconds).toBeGreaterThan(800);
    expect(retryAfterSeconds).toBeLessThanOrEqual(900);
    await moveFailures(email, 15 * 60_000);
    expect((await login({ email, password: TEST_PASSWORD })).status).toBe(200);
  });

  test('9 failures are forgiven by the right password, and the count starts over', async () => {
    const { email } = await createTestUser(service.sql, { role: 'viewer' });
    for (const round of [1, 2]) {
      for (let failure = 1; failure <= 9; failure += 1) {
        expect((await login({ email, password: `wrong ${round} ${failure}` })).status).toBe(401);
      }
      expect((await login({ email, password: TEST_PASSWORD })).status).toBe(200);
    }
  });

  test('guesses made at once cannot pass the limit together', async () => {
    const { email } = await createTestUser(service.sql, { role: 'viewer' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => login({ email, password: 'wrong' })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('50 failures from one address stop it for every account, and nobody else', async () => {
    const from = '8.8.4.4';
    const { email } = await createTestUser(service.sql, { role: 'viewer' });
    const fail = async (failure: number) =>
      (await login({ email: `someone${failure}@company.example`, password: 'wrong' }, { from })).status;
    expect(await fail(1)).toBe(401);
    await service.sql`
      update login_failures set failures = 48
      where failures = 1 and subject_sha256 = sha256(convert_to(${`address ${from}`}, 'utf8'))`;
    expect([await fail(49), await fail(50)]).toEqual([401, 401]);
    expect(await fail(51)).toBe(429);
    expect((await login({ email, password: TEST_PASSWORD }, { from })).status).toBe(429);
    expect((await login({ email, password: TEST_PASSWORD })).status).toBe(200);
  });

  test('a right password does not use up the address of an office', async () => {
    const from = '8.8.8.8';
    const { email } = await createTestUser(service.sql, { role: 'viewer' });
    for (let round = 1; round <= 3; round += 1) await login({ email, password: TEST_PASSWORD }, { from });
    const [row] = await service.sql`
      select failures from login_failures where subject_sha256 = sha256(convert_to(${`address ${from}`}, 'utf8'))`;
    expect(row?.['failures']).toBe(0);
  });
});

test('a flood of sign-ins is refused before it takes all memory', async () => {
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, n) => login({ email: `flood${n}@company.example`, password: 'wrong' })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([401, 503]));
  // Who was not heard has not failed.
  const [counted] = await service.sql`
    select sum(failures)::int as failures from login_failures join generate_series(0, 79) n
      on subject_sha256 = sha256(convert_to('account flood' || n || '@company.example', 'utf8'))`;
  expect(counted?.['failures']).toBe(answers.filter(({ status }) => status === 401).length);
  const { email } = await createTestUser(service.sql, { role: 'viewer' });
  expect((await login({ email, password: TEST_PASSWORD })).status).toBe(200);
});
