import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDatabaseClock } from '../../src/store/read-database-clock.ts';
import {
  createDashboardClient,
  type SignedInClient,
  signIn,
  signInAs,
  TEST_PASSWORD,
} from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

const STEP_MS = 30_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** The code of the step this many steps from now, on the database's clock, with enough of the step left to use it. */
async function codeOf(secret: string, steps = 0): Promise<string> {
  const now = await waitFor('a moment well inside a step', async () => {
    const at = (await readDatabaseClock(service.sql)).getTime();
    return at % STEP_MS < STEP_MS - 5000 && at;
  });
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * STEP_MS });
}

async function setUp(client: SignedInClient): Promise<string> {
  const { body } = await client.post('/account/totp/begin', { password: TEST_PASSWORD });
  const confirmed = await client.post('/account/totp/confirm', { code: await codeOf(body.secret, -1) });
  expect(confirmed.status).toBe(204);
  return body.secret;
}

async function login(email: string, code?: string) {
  const body = { email, password: TEST_PASSWORD, ...(code === undefined ? {} : { code }) };
  const { status, body: answer } = await createDashboardClient(service.url).post('/login', body);
  return status === 200 ? 'signed in' : answer.error.code;
}

/** Forgets which codes were used, so that a test can use this moment's code again. */
async function forgetUsedCodes({ userId }: SignedInClient): Promise<void> {
  await service.sql`update users set totp_last_step = null where id = ${userId}`;
}

describe('setting it up', () => {
  test('shows the secret once, and counts only after its first code', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const other = await signInAs(service, client);
    const { status, body } = await client.post('/account/totp/begin', { password: TEST_PASSWORD });
    expect(status).toBe(200);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Chargeback%20Alert%20Service:analyst/);
    expect(await login(client.email)).toBe('signed in');
    const code = await codeOf(body.secret);
    expect(
      (await client.post('/account/totp/confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status,
    ).toBe(204);
    expect((await client.get('/session')).body.user.has_totp).toBe(true);
    expect((await other.get('/session')).status).toBe(401);
    expect(await login(client.email)).toBe('TOTP_REQUIRED');
  });

  test('the secret is sealed in the database', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const secret = await setUp(client);
    const [row] =
      await service.sql`select totp_secret_encrypted as sealed from users where id = ${client.userId}`;
    const sealed = row?.['sealed'] as Buffer;
    expect(sealed.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
  });

  test('asks for the password', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const answer = await client.post('/account/totp/begin', { password: 'wrong' });
    expect([answer.status, answer.body.error.message]).toEqual([422, 'The current password is wrong.']);
  });

  test('a wrong code confirms nothing', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const { body } = await client.post('/account/totp/begin', { password: TEST_PASSWORD });
    const stale = await codeOf(body.secret, -3);
    expect((await client.post('/account/totp/confirm', { code: stale })).status).toBe(422);
    expect(await login(client.email)).toBe('signed in');
  });

  test('a code of a secret that was replaced confirms nothing', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const first = await client.post('/account/totp/begin', { password: TEST_PASSWORD });
    await client.post('/account/totp/begin', { password: TEST_PASSWORD });
    const code = await codeOf(first.body.secret);
    expect((await client.post('/account/totp/confirm', { code })).status).toBe(422);
  });

  test('what is confirmed is not replaced, nor can the setup be started again', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const secret = await setUp(client);
    const answer = await client.post('/account/totp/begin', { password: TEST_PASSWORD });
    expect([answer.status, answer.body.error.message]).toEqual([
      422,
      expect.stringMatching(/set up already/),
    ]);
    expect((await client.post('/account/totp/confirm', { code: await codeOf(secret) })).status).toBe(422);
    expect(await login(client.email, await codeOf(secret, 1))).toBe('signed in');
  });
});

describe('signing in with a code', () => {
  test.for([
    [-2, 'TOTP_WRONG'],
    [-1, 'signed in'],
    [0, 'signed in'],
    [1, 'signed in'],
    [2, 'TOTP_WRONG'],
  ] as const)('of step %s: %s', async ([steps, outcome]) => {
    const client = await signIn(service, { role: 'analyst' });
    const secret = await setUp(client);
    await forgetUsedCodes(client);
    expect(await login(client.email, await codeOf(secret, steps))).toBe(outcome);
  });

  test('no code works twice, nor one older than the last', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const secret = await setUp(client);
    await forgetUsedCodes(client);
    const [older, code] = [await codeOf(secret, -1), await codeOf(secret)];
    expect(await login(client.email, code)).toBe('signed in');
    expect(await login(client.email, code)).toBe('TOTP_WRONG');
    expect(await login(client.email, older)).toBe('TOTP_WRONG');
  });

  test('the code that confirmed the setup signs nobody in', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const { body } = await client.post('/account/totp/begin', { password: TEST_PASSWORD });
    const code = await codeOf(body.secret);
    await client.post('/account/totp/confirm', { code });
    expect(await login(client.email, code)).toBe('TOTP_WRONG');
  });

  test('used by two at once, a code works for one', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const secret = await setUp(client);
    await forgetUsedCodes(client);
    const code = await codeOf(secret);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => login(client.email, code)));
    expect(outcomes.filter((outcome) => outcome === 'signed in')).toHaveLength(1);
  });

  test('wrong codes count as failed sign-ins; asking for the code does not', async () => {
    const client = await signIn(service, { role: 'analyst' });
    await setUp(client);
    for (let n = 0; n < 12; n += 1) expect(await login(client.email)).toBe('TOTP_REQUIRED');
    for (let n = 0; n < 10; n += 1) expect(await login(client.email, '000000')).toBe('TOTP_WRONG');
    expect(await login(client.email)).toBe('RATE_LIMITED');
  });

  test('a code is of no use without the password', async () => {
    const client = await signIn(service, { role: 'analyst' });
    const secret = await setUp(client);
    const body = { email: client.email, password: 'wrong', code: await codeOf(secret) };
    const { body: answer } = await createDashboardClient(service.url).post('/login', body);
    expect(answer.error.code).toBe('LOGIN_FAILED');
  });
});

describe('removing it', () => {
  test('takes the password, and ends the other sessions', async () => {
    const client = await signIn(service, { role: 'analyst' });
    await setUp(client);
    const other = await signInAs(service, client);
    expect((await client.post('/account/totp/remove', { password: 'wrong' })).status).toBe(422);
    expect((await client.post('/account/totp/remove', { password: TEST_PASSWORD })).status).toBe(204);
    expect((await other.get('/session')).status).toBe(401);
    expect(await login(client.email)).toBe('signed in');
  });

  test('is forbidden where the company requires it', async () => {
    const client = await signIn(service, { role: 'owner' });
    await setUp(client);
    expect((await client.patch('/company', { requires_totp: true })).status).toBe(204);
    const answer = await client.post('/account/totp/remove', { password: TEST_PASSWORD });
    expect([answer.status, answer.body.error.message]).toEqual([
      422,
      expect.stringMatching(/requires two-factor/),
    ]);
  });
});

describe('a company that requires it', () => {
  test('lets whoever has none only set it up', async () => {
    const owner = await signIn(service, { role: 'owner' });
    await setUp(owner);
    const member = await signIn(service, { role: 'viewer', companyId: owner.companyId ?? '' });
    await owner.patch('/company', { requires_totp: true });
    expect((await member.get('/session')).body).toMatchObject({
      must_set_up_totp: true,
      company: { requires_totp: true },
    });
    const colleague = await signIn(service, { role: 'owner', companyId: owner.companyId ?? '' });
    const refused = await colleague.get('/team');
    expect([refused.status, refused.body.error.code]).toEqual([403, 'TOTP_SETUP_REQUIRED']);
    await setUp(colleague);
    expect((await colleague.get('/team')).status).toBe(200);
    expect((await colleague.get('/session')).body.must_set_up_totp).toBe(false);
  });

  test('is made one only by an owner who has it', async () => {
    const owner = await signIn(service, { role: 'owner' });
    const answer = await owner.patch('/company', { requires_totp: true });
    expect([answer.status, answer.body.error.message]).toEqual([
      422,
      expect.stringMatching(/your own account first/),
    ]);
  });
});

describe('an owner resets it for a member', () => {
  test('who then signs in again, by password alone', async () => {
    const owner = await signIn(service, { role: 'owner' });
    const member = await signIn(service, { role: 'viewer', companyId: owner.companyId ?? '' });
    await setUp(member);
    expect((await owner.post(`/team/members/${member.userId}/reset-totp`)).status).toBe(204);
    expect((await member.get('/session')).status).toBe(401);
    expect(await login(member.email)).toBe('signed in');
    expect((await owner.post(`/team/members/${member.userId}/reset-totp`)).status).toBe(422);
  });

  test('but not for themselves', async () => {
    const owner = await signIn(service, { role: 'owner' });
    await setUp(owner);
    expect((await owner.post(`/team/members/${owner.userId}/reset-totp`)).status).toBe(422);
  });
});
