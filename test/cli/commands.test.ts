import { hash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createSecretBox } from '../../src/signing/secret-box.ts';
import { decodeSecret } from '../../src/signing/standard-webhooks.ts';
import { findCredential } from '../../src/store/companies/credentials.ts';
import { runCli, useCli } from './run-cli.ts';

const cli = useCli();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
let companyId: string;
let merchantId: string;

beforeAll(async () => {
  companyId = (await cli.json('company', 'create', '--name', '  Loja Exemplo  '))['company_id'] ?? '';
  merchantId =
    (await cli.json('merchant', 'create', '--company', companyId, '--name', 'Loja'))['merchant_id'] ?? '';
});

test('company create stores the company under the name without the spaces around it', async () => {
  const { sql } = cli.database;

  const [company] = await sql`select name, blocked_at from companies where id = ${companyId}`;

  expect(companyId).toMatch(UUID);
  expect(company).toEqual({ name: 'Loja Exemplo', blockedAt: null });
});

test('company block and unblock take effect and answer with the company id as it is stored', async () => {
  const readReason = async () => {
    const [row] = await cli.database.sql`select blocked_reason from companies where id = ${companyId}`;
    return row?.['blockedReason'];
  };

  expect(await cli.json('company', 'block', companyId.toUpperCase(), '--reason', 'Fraud')).toEqual({
    company_id: companyId,
  });
  expect(await readReason()).toBe('Fraud');
  expect(await cli.json('company', 'unblock', companyId)).toEqual({ company_id: companyId });
  expect(await readReason()).toBeNull();
});

test('credentials create gives a secret of which only the digest is stored; revoke ends it', async () => {
  const { sql } = cli.database;

  const created = await cli.json('credentials', 'create', '--company', companyId);
  const { client_id: clientId = '', client_secret: clientSecret = '' } = created;

  expect(Object.keys(created)).toEqual(['client_id', 'client_secret']);
  expect(clientId).toMatch(/^cl_[0-9a-f]+$/);
  expect(Buffer.from(clientSecret, 'base64url')).toHaveLength(32);
  expect(await findCredential(sql, clientId)).toEqual({
    clientId,
    companyId,
    secretSha256: hash('sha256', clientSecret, 'buffer'),
  });
  expect(await cli.json('credentials', 'revoke', clientId)).toEqual({ client_id: clientId });
  expect(await findCredential(sql, clientId)).toBeUndefined();
  expect(await cli.json('credentials', 'revoke', clientId)).toEqual({ client_id: clientId });
});

test('merchant create stores the merchant with its company', async () => {
  const [merchant] = await cli.database.sql`select company_id, name from merchants where id = ${merchantId}`;

  expect(merchantId).toMatch(UUID);
  expect(merchant).toEqual({ companyId, name: 'Loja' });
});

test('endpoint create gives a secret whose key is stored sealed', async () => {
  const created = await cli.json(
    'endpoint',
    'create',
    '--company',
    companyId,
    '--url',
    'https://app.example/hooks',
    '--format',
    'v2',
  );

  const [endpoint] = await cli.database.sql`
    select company_id, url, format, secret_encrypted from webhook_endpoints where id = ${created['endpoint_id'] ?? ''}`;
  const key = decodeSecret(created['secret'] ?? '');
  const secretBox = createSecretBox(cli.environment['SECRET_KEY'] ?? '');
  expect(Object.keys(created)).toEqual(['endpoint_id', 'secret']);
  expect(key).toHaveLength(32);
  expect(endpoint).toMatchObject({ companyId, url: 'https://app.example/hooks', format: 'v2' });
  expect(secretBox.open(endpoint?.['secretEncrypted'])).toEqual(key);
});

test.each([
  { role: 'operator', belongs: false },
  { role: 'analyst', belongs: true },
])('user create: $role', async ({ role, belongs }) => {
  const created = await cli.json(
    'user',
    'create',
    '--email',
    `${role}@Company.Example`,
    '--role',
    role,
    ...(belongs ? ['--company', companyId] : []),
  );

  const [user] = await cli.database.sql`
    select company_id, email, role, password_hash from users where id = ${created['user_id'] ?? ''}`;
  expect(Object.keys(created)).toEqual(['user_id', 'password']);
  expect(created['password']).toMatch(/^[\w-]{20}$/);
  expect(user).toMatchObject({
    companyId: belongs ? companyId : null,
    email: `${role}@company.example`,
    role,
    passwordHash: expect.stringMatching(/^\$argon2id\$/),
  });
});

test('migrate names what it applied, and nothing the second time', async () => {
  const { sql } = cli.database;
  const known = await sql<{ name: string }[]>`select name from schema_migrations order by name`;
  await sql`create database unmigrated`;
  const url = new URL('/unmigrated', cli.database.url).href;

  const [first, second] = [await migrate(url), await migrate(url)];

  expect(first).toEqual({ applied: known.map(({ name }) => name) });
  expect(second).toEqual({ applied: [] });
  await sql`drop database unmigrated with (force)`;
});

async function migrate(databaseUrl: string): Promise<unknown> {
  const { code, stdout } = await runCli(['migrate', '--json'], {
    ...cli.environment,
    DATABASE_URL: databaseUrl,
  });
  expect(code).toBe(0);
  return JSON.parse(stdout);
}
