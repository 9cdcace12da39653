import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecretBox } from '../../src/signing/secret-box.ts';
import { encodeSecret, readSigningKey, signMessage } from '../../src/signing/standard-webhooks.ts';
import { createTestCompany } from '../support/company.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { alertMessage } from '../support/provider.ts';
import { PROVIDER_SECRETS, startTestService, type TestService } from '../support/service.ts';
import { besideService, runCli, runJson } from './run-cli.ts';

const OLD_KEY = 'a test key of some length';
const NEW_KEY = 'another key of some length';

describe('keys rotate', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  /** Everything that is stored sealed, opened with one key. */
  async function openAll(secretKey: string): Promise<string[]> {
    const rows = await service.sql<{ sealed: Buffer }[]>`
      select secret_encrypted as sealed from webhook_endpoints
      union all select previous_secret_encrypted from webhook_endpoints where previous_secret_encrypted is not null
      union all select totp_secret_encrypted from users where totp_secret_encrypted is not null`;
    const { open } = createSecretBox(secretKey);
    return rows.map(({ sealed }) => open(sealed).toString('hex')).toSorted();
  }

  test('every stored secret is under the new key, unchanged, and the old one opens nothing', async () => {
    const { sql } = service;
    const { seal } = createSecretBox(OLD_KEY);
    const company = await createTestCompany(sql);
    for (let nr = 0; nr < 3; nr += 1) await createTestEndpoint(service, company, 'https://receiver.example');
    await sql`
      update webhook_endpoints set previous_secret_encrypted = ${seal(Buffer.from('before'))}
      where id = (select min(id::text)::uuid from webhook_endpoints)`;
    await sql`
      insert into users (id, company_id, email, role, password_hash, totp_secret_encrypted)
      values (${randomUUID()}, ${company.companyId}, 'ana@example.com', 'owner', '', ${seal(Buffer.from('totp'))})`;
    const before = await openAll(OLD_KEY);

    const environment = { ...besideService(service), SECRET_KEY: `${NEW_KEY},${OLD_KEY}` };
    expect(await runJson(['keys', 'rotate'], environment)).toEqual({ secrets: 5, resealed: 5 });
    expect(await openAll(NEW_KEY)).toEqual(before);
    await expect(openAll(OLD_KEY)).rejects.toThrow('does not open');
    expect(await runJson(['keys', 'rotate'], { ...environment, SECRET_KEY: NEW_KEY })).toEqual({
      secrets: 5,
      resealed: 0,
    });
  });

  test('with a key that opens nothing it changes nothing and says so', async () => {
    const environment = { ...besideService(service), SECRET_KEY: 'a wrong key of some length' };
    const { code, stderr } = await runCli(['keys', 'rotate'], environment);
    expect(code).toBe(1);
    expect(stderr).toContain('A stored secret does not open with SECRET_KEY');
    expect(await openAll(NEW_KEY)).toHaveLength(5);
  });
});

describe('a provider changes its secret', () => {
  const fresh = encodeSecret(Buffer.alloc(32, 'n'));
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ PROVIDER_A_SECRET: `${fresh},${PROVIDER_SECRETS.provider_a_alerts}` });
  });
  afterAll(() => service.stop());

  test.each([
    ['the new one', fresh, 200],
    ['the one before', PROVIDER_SECRETS.provider_a_alerts, 200],
    ['another', encodeSecret(Buffer.alloc(32, 'x')), 401],
  ])('meanwhile %s is answered as it should', async (_name, secret, status) => {
    const company = await createTestCompany(service.sql);
    const body = JSON.stringify({ alerts: [alertMessage(company)] });
    const signature = signMessage(readSigningKey(secret), { id: randomUUID(), at: new Date(), body });
    const response = await fetch(`${service.url}/providers/provider_a_alerts/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      body,
    });
    expect(response.status).toBe(status);
  });
});
