import { beforeAll, expect, test } from 'vitest';
import { createTestUser, signIn, signInAs } from '../support/dashboard.ts';
import { useCli } from './run-cli.ts';

const cli = useCli();
let companyId: string;
let owner: Awaited<ReturnType<typeof createTestUser>>;

beforeAll(async () => {
  owner = await createTestUser(cli.database.sql, { role: 'owner' });
  companyId = owner.companyId ?? '';
});

test('user list shows a company’s users, and the operators without one', async () => {
  const operator = await createTestUser(cli.database.sql, { role: 'operator' });
  expect((await cli.json('user', 'list', '--company', companyId))['users']).toMatchObject([
    { user_id: owner.userId, email: owner.email, role: 'owner', has_totp: false, last_seen_at: null },
  ]);
  const emails = (await cli.run('user', 'list')).stdout;
  expect(emails).toContain(operator.email);
  expect(emails).not.toContain(owner.email);
});

test.for(['analyst', 'operator'] as const)('user remove: %s', async (role) => {
  const { sql } = cli.database;
  const user = await createTestUser(sql, role === 'operator' ? { role } : { role, companyId });
  expect(await cli.json('user', 'remove', user.email.toUpperCase())).toEqual({ user_id: user.userId });
  const [row] = await sql`select removed_at from users where id = ${user.userId}`;
  expect(row?.['removedAt']).not.toBeNull();
  const [told] = await sql`select actor, company_id, action from audit_log where subject = ${user.email}`;
  expect(told).toEqual({ actor: 'command line', companyId: user.companyId, action: 'user.removed' });
  const { code, stderr } = await cli.run('user', 'remove', user.email);
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is no user with the email address')]);
});

test('user remove keeps the last owner', async () => {
  const { code, stderr } = await cli.run('user', 'remove', owner.email);
  expect([code, stderr]).toEqual([1, expect.stringContaining('is the last owner')]);
});

test.for(['analyst', 'operator'] as const)('user reset-totp: %s', async (role) => {
  const { sql } = cli.database;
  const user = await createTestUser(sql, role === 'operator' ? { role } : { role, companyId });
  const { code, stderr } = await cli.run('user', 'reset-totp', user.email);
  expect([code, stderr]).toEqual([1, expect.stringContaining('has not set up two-factor sign-in')]);
  await sql`
    update users set totp_secret_encrypted = '\\x00', totp_confirmed_at = clock_timestamp() where id = ${user.userId}`;
  expect(await cli.json('user', 'reset-totp', user.email)).toEqual({ user_id: user.userId });
  const [row] =
    await sql`select totp_secret_encrypted, totp_confirmed_at from users where id = ${user.userId}`;
  expect(row).toEqual({ totpSecretEncrypted: null, totpConfirmedAt: null });
});

test('user sign-out ends every session of that user alone, and the company sees it', async () => {
  const { sql } = cli.database;
  const service = { sql, url: 'http://unused.example' };
  const user = await createTestUser(sql, { role: 'analyst', companyId });
  const other = await signIn(service, { role: 'analyst', companyId });
  await Promise.all([signInAs(service, user), signInAs(service, user)]);
  expect(await cli.json('user', 'sign-out', user.email)).toEqual({ user_id: user.userId });
  const left = await sql`select user_id from sessions where user_id in (${user.userId}, ${other.userId})`;
  expect(left).toEqual([{ userId: other.userId }]);
  const [told] = await sql`select actor, company_id, action from audit_log where subject = ${user.email}`;
  expect(told).toEqual({ actor: 'command line', companyId, action: 'user.signed_out' });
});
