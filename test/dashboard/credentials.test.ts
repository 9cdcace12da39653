import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { signIn } from '../support/dashboard.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function callWith(clientId: string, clientSecret: string): Promise<number> {
  const response = await fetch(`${service.url}/api/v1/chargeback-alert/alerts`, {
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
  });
  await response.body?.cancel();
  return response.status;
}

async function ownerOfCompany() {
  const company = await createTestCompany(service.sql);
  const owner = await signIn(service, { role: 'owner', companyId: company.companyId });
  return { company, owner };
}

describe('credentials', () => {
  test('are created with a secret that works and is shown this once', async () => {
    const { owner } = await ownerOfCompany();

    const { status, body } = await owner.post('/credentials');

    expect(status).toBe(200);
    expect(await callWith(body.client_id, body.client_secret)).toBe(200);
    const list = await owner.get('/credentials');
    expect(list.text).not.toContain(body.client_secret);
    expect(list.body.data[0]).toMatchObject({
      client_id: body.client_id,
      revoked_at: null,
      legacy_calls: [],
    });
    const log = await owner.get('/audit-log?action=credentials.created');
    expect(log.body.data).toMatchObject([{ subject: body.client_id, actor: owner.email }]);
    expect(log.text).not.toContain(body.client_secret);
  });

  test('stop working within a second of being revoked', async () => {
    const { owner } = await ownerOfCompany();
    const { body } = await owner.post('/credentials');
    const { client_id: clientId, client_secret: clientSecret } = body;
    expect(await callWith(clientId, clientSecret)).toBe(200);

    expect((await owner.post(`/credentials/${clientId}/revoke`)).status).toBe(204);

    await pause(1000);
    expect(await callWith(clientId, clientSecret)).toBe(401);
    const [, revoked] = (await owner.get('/credentials')).body.data;
    expect(revoked).toMatchObject({ client_id: clientId, revoked_at: expect.stringMatching(/Z$/) });
    expect((await owner.post(`/credentials/${clientId}/revoke`)).status).toBe(204);
    const [again] = (await owner.get('/credentials')).body.data.slice(1);
    expect(again.revoked_at).toBe(revoked.revoked_at);
  });

  test('are twenty living ones at most, even when two are made at once', async () => {
    const { company, owner } = await ownerOfCompany();
    await service.sql`
      insert into credentials (client_id, company_id, secret_sha256)
      select ${company.clientId} || n, ${company.companyId}, ${hash('sha256', 'x', 'buffer')} from generate_series(1, 18) n`;

    const answers = await Promise.all([owner.post('/credentials'), owner.post('/credentials')]);

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error.message).toContain('already has 20 credentials');
    await owner.post(`/credentials/${company.clientId}/revoke`);
    expect((await owner.post('/credentials')).status).toBe(200);
  });

  test('tell when they were last used, and who still calls the old aliases', async () => {
    const { company, owner } = await ownerOfCompany();
    const client = createClient(service.url, company);
    const [before] = (await owner.get('/credentials')).body.data;
    expect(before.last_used_at).toBeNull();

    await client.legacyLookup({ alert_id: 'X' });
    await client.legacyLookup({ alert_id: 'X' });
    await client.legacyAnswer({ alert_id: 'X', status: 'other' });

    const credential = await waitFor('the use to be noted', async () => {
      const [row] = (await owner.get('/credentials')).body.data;
      return row.last_used_at !== null && row.legacy_calls.length === 2 && row;
    });
    expect(Math.abs(Date.parse(credential.last_used_at) - Date.now())).toBeLessThan(60_000);
    expect(credential.legacy_calls).toEqual([
      { alias: 'lookup', calls: 2, last_called_at: expect.stringMatching(/Z$/) },
      { alias: 'status_update', calls: 1, last_called_at: expect.stringMatching(/Z$/) },
    ]);
  });

  test('a wrong secret is no use', async () => {
    const { company, owner } = await ownerOfCompany();
    const other = await ownerOfCompany();
    expect(await callWith(company.clientId, 'wrong')).toBe(401);
    expect(await callWith(other.company.clientId, other.company.clientSecret)).toBe(200);
    await waitFor(
      'the use of the other to be noted',
      async () => (await other.owner.get('/credentials')).body.data[0].last_used_at !== null,
    );
    expect((await owner.get('/credentials')).body.data[0].last_used_at).toBeNull();
  });

  test('another company’s are not found, in the same bytes as ones that never were', async () => {
    const { company } = await ownerOfCompany();
    const { owner: stranger } = await ownerOfCompany();
    for (const clientId of [company.clientId, 'cl_unknown', 'a%00b']) {
      const { status, text } = await stranger.post(`/credentials/${clientId}/revoke`);
      expect(status).toBe(404);
      expect(text).toBe('{"error":{"code":"NOT_FOUND","message":"Not found"}}');
    }
    expect(await callWith(company.clientId, company.clientSecret)).toBe(200);
  });
});
