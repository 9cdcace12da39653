import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDashboardClient,
  createTestUser,
  type SignedInClient,
  signIn,
  TEST_PASSWORD,
} from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PASSWORD = 'a password they chose';

let service: TestService;
let owner: SignedInClient;
beforeAll(async () => {
  service = await startTestService();
  owner = await signIn(service, { role: 'owner' });
});
afterAll(() => service.stop());

let invited = 0;
function newAddress(): string {
  invited += 1;
  return `invited${invited}@company.example`;
}

async function invite(email = newAddress(), { role = 'analyst', by = owner } = {}) {
  const answer = await by.post('/team/invitations', { email, role });
  expect(answer.status).toBe(200);
  return { email, token: String(answer.body.url).split('#').at(-1) ?? '', ...answer };
}

const look = (token: string) => createDashboardClient(service.url).post('/invitations/look', { token });
const accept = (token: string, password = PASSWORD) =>
  createDashboardClient(service.url).post('/invitations/accept', { token, password });

async function openInvitation(email: string): Promise<{ id: string; invited_by: string } | undefined> {
  const { body } = await owner.get('/team');
  return body.invitations.find((invitation: { email: string }) => invitation.email === email);
}

describe('an invitation', () => {
  test('leads to a user who chose a password and is signed in', async () => {
    const { email, token, body } = await invite('New.Person@Company.example', { role: 'viewer' });
    expect(body).toMatchObject({
      url: `${service.config.publicUrl}/dashboard/invitation#${token}`,
      was_mailed: false,
    });
    expect(token).toMatch(/^[\w-]{43}$/);
    const seen = await look(token);
    expect(seen.body).toEqual({
      email: email.toLowerCase(),
      role: 'viewer',
      company_name: expect.stringMatching(/^Company /),
      expires_at: body.expires_at,
    });
    const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const browser = createDashboardClient(service.url);
    const answer = await browser.post('/invitations/accept', { token, password: PASSWORD });
    expect(answer.body).toMatchObject({
      user: { email: email.toLowerCase(), role: 'viewer' },
      company: { id: owner.companyId },
    });
    expect((await browser.get('/session')).status).toBe(200);
    const login = { email: email.toLowerCase(), password: PASSWORD };
    expect((await createDashboardClient(service.url).post('/login', login)).status).toBe(200);
  });

  test('works once', async () => {
    const { token } = await invite();
    expect((await accept(token)).status).toBe(200);
    expect((await accept(token)).status).toBe(404);
    expect((await look(token)).status).toBe(404);
  });

  test('works once even for two at the same moment', async () => {
    const { token, email } = await invite();
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', ...Array(5).fill('404')]);
    const [row] = await service.sql`select count(*)::int as n from users where email = ${email}`;
    expect(row?.['n']).toBe(1);
  });

  test.for([
    ['a moment before its 7 days are over', "interval '7 days' - interval '1 minute'", 200],
    ['when its 7 days are over', "interval '7 days'", 404],
  ] as const)('%s', async ([, age, status]) => {
    const { token, email } = await invite();
    await service.sql.unsafe(
      `update invitations set expires_at = expires_at - (${age}) where email = '${email}'`,
    );
    expect((await look(token)).status).toBe(status);
    expect((await openInvitation(email)) === undefined).toBe(status === 404);
    expect((await accept(token)).status).toBe(status);
  });

  test('can be revoked', async () => {
    const { token, email } = await invite();
    const open = await openInvitation(email);
    expect(open?.invited_by).toBe(owner.email);
    expect((await owner.delete(`/team/invitations/${open?.id}`)).status).toBe(204);
    expect((await accept(token)).status).toBe(404);
    expect((await owner.delete(`/team/invitations/${open?.id}`)).status).toBe(404);
  });

  test('revoked and accepted at the same moment is one or the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token, email } = await invite();
      const open = await openInvitation(email);
      const [accepted, revoked] = await Promise.all([
        accept(token),
        owner.delete(`/team/invitations/${open?.id}`),
      ]);
      expect([
        [200, 404],
        [404, 204],
      ]).toContainEqual([accepted.status, revoked.status]);
    }
  });

  test('is replaced by the next one to the same address', async () => {
    const email = newAddress();
    const first = await invite(email, { role: 'owner' });
    const second = await invite(email.toUpperCase(), { role: 'viewer' });
    expect((await look(first.token)).status).toBe(404);
    expect((await look(second.token)).body.role).toBe('viewer');
  });

  test.for(['x', 'x'.repeat(43), '%00', 'a'.repeat(1000)])('no token like %s', async (token) => {
    expect((await look(token)).status).toBe(404);
    expect((await accept(token)).status).toBe(404);
  });

  test('takes no password that the rules forbid, and stays open', async () => {
    const { token, email } = await invite();
    for (const password of ['short', email, 'passwordpassword']) {
      expect((await accept(token, password)).status).toBe(422);
    }
    expect((await accept(token)).status).toBe(200);
  });

  test('keeps only a digest of the link, and the audit log nothing of it', async () => {
    const { token } = await invite();
    const [row] = await service.sql`
      select (select string_agg(i::text, '') from invitations i) || (select string_agg(a::text, '') from audit_log a) as text`;
    expect(String(row?.['text'])).not.toContain(token);
  });
});

describe('inviting is refused', () => {
  test('for an address that is in the team already', async () => {
    const { email } = await createTestUser(service.sql, { role: 'viewer', companyId: owner.companyId ?? '' });
    const answer = await owner.post('/team/invitations', { email: email.toUpperCase(), role: 'viewer' });
    expect([answer.status, answer.body.error.message]).toEqual([422, `${email} is in the team already.`]);
  });

  test('for an address that signs in elsewhere, without saying where', async () => {
    const { email } = await createTestUser(service.sql, { role: 'viewer' });
    const answer = await owner.post('/team/invitations', { email, role: 'viewer' });
    expect([answer.status, answer.body.error.message]).toEqual([
      422,
      expect.stringMatching(/cannot be invited/),
    ]);
  });

  test('but not for the address of a removed user', async () => {
    const { email, userId } = await createTestUser(service.sql, { role: 'viewer' });
    await service.sql`update users set removed_at = clock_timestamp() where id = ${userId}`;
    const { token } = await invite(email);
    expect((await accept(token)).status).toBe(200);
  });

  test.for([
    ['no address', { email: 'nobody', role: 'viewer' }],
    ['no role of a company', { email: 'a@b.example', role: 'operator' }],
    ['no role at all', { email: 'a@b.example' }],
  ] as const)('%s', async ([, body]) => {
    const answer = await owner.post('/team/invitations', body);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('beyond 100 open ones, even in a hurry', async () => {
    const busy = await signIn(service, { role: 'owner' });
    await service.sql`
      insert into invitations (id, company_id, token_sha256, email, role, invited_by, expires_at)
      select gen_random_uuid(), ${busy.companyId}, sha256(n::text::bytea || 'limit'), n || '@limit.example', 'viewer',
        ${busy.userId}, clock_timestamp() + interval '1 day' from generate_series(1, 98) n`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        busy.post('/team/invitations', { email: newAddress(), role: 'viewer' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.find(({ status }) => status === 422)?.body.error.message).toMatch(/at most 100 open/);
  });

  test('beyond 200 users, and so is accepting', async () => {
    const busy = await signIn(service, { role: 'owner' });
    const { token } = await invite(newAddress(), { by: busy });
    await service.sql`
      insert into users (id, company_id, email, role, password_hash)
      select gen_random_uuid(), ${busy.companyId}, n || '@many.example', 'viewer', '-' from generate_series(1, 199) n`;
    const accepted = await accept(token);
    expect([accepted.status, accepted.body.error.message]).toEqual([
      422,
      expect.stringMatching(/at most 200 users/),
    ]);
    const refused = await busy.post('/team/invitations', { email: newAddress(), role: 'viewer' });
    expect(refused.status).toBe(422);
  });
});

test('two people cannot become the same user by two invitations', async () => {
  const email = newAddress();
  const other = await signIn(service, { role: 'owner' });
  const [here, there] = [await invite(email), await invite(email, { by: other })];
  const answers = await Promise.all([accept(here.token), accept(there.token)]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422']);
});

test('links of an owner who was removed, or is no longer one, open nothing', async () => {
  const companyId = owner.companyId ?? '';
  const removed = await signIn(service, { role: 'owner', companyId });
  const demoted = await signIn(service, { role: 'owner', companyId });
  const links = [await invite(newAddress(), { by: removed }), await invite(newAddress(), { by: demoted })];
  const kept = await invite();
  await owner.delete(`/team/members/${removed.userId}`);
  await owner.patch(`/team/members/${demoted.userId}`, { role: 'analyst' });
  for (const { token } of links) expect((await look(token)).status).toBe(404);
  expect((await look(kept.token)).status).toBe(200);
});

test('the password of nobody else works for the invited person', async () => {
  const { token, email } = await invite();
  await accept(token);
  const login = { email, password: TEST_PASSWORD };
  expect((await createDashboardClient(service.url).post('/login', login)).status).toBe(401);
});
