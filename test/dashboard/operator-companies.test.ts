import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { createServiceApp } from '../../src/create-service-app.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { createDashboardClient, signIn, type SignedInClient } from '../support/dashboard.ts';
import { readJobs, waitForAttempts } from '../support/deliveries.ts';
import { setDeadlineAhead } from '../support/locks.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { installationOn } from '../support/installation.ts';

const bench = useDelivery();
let operator: SignedInClient;
beforeAll(async () => {
  operator = await signIn(bench.service, { role: 'operator' });
});

const NOT_FOUND = { error: { code: 'NOT_FOUND', message: 'Not found' } };

describe('companies', () => {
  test('are created, found by part of their name or by id, and counted', async () => {
    const name = `Padaria ${randomUUID()}`;
    const created = await operator.post('/operator/companies', { name: ` ${name} ` });
    expect(created.status).toBe(200);
    const companyId = created.body.company_id;
    await signIn(bench.service, { role: 'owner', companyId });

    for (const q of [name.slice(2).toUpperCase(), companyId]) {
      const { body } = await operator.get(`/operator/companies?q=${encodeURIComponent(q)}`);
      expect(body).toEqual({
        data: [
          {
            id: companyId,
            name,
            created_at: expect.stringMatching(/Z$/),
            blocked: null,
            merchants: 0,
            users: 1,
            endpoints: 0,
          },
        ],
        meta: { page: 1, per_page: 25, total: 1, total_pages: 1 },
      });
    }
    const log = await operator.get('/operator/audit-log');
    expect(log.body.data).toContainEqual(
      expect.objectContaining({ action: 'company.created', subject: companyId, company_name: name }),
    );
  });

  test('come in pages, newest first, and a search takes no pattern', async () => {
    const tag = `100%_${randomUUID()}`;
    for (let count = 0; count < 3; count += 1) {
      await operator.post('/operator/companies', { name: `${tag} ${count}` });
    }
    const path = `/operator/companies?per_page=2&q=${encodeURIComponent(tag)}`;
    const [first, second] = [await operator.get(path), await operator.get(`${path}&page=2`)];
    const names = [...first.body.data, ...second.body.data].map((row: { name: string }) => row.name);
    expect(names).toEqual([`${tag} 2`, `${tag} 1`, `${tag} 0`]);
    expect(second.body.meta).toEqual({ page: 2, per_page: 2, total: 3, total_pages: 2 });
    const wild = await operator.get(`/operator/companies?q=${encodeURIComponent('%' + tag.slice(5))}`);
    expect(wild.body.data).toEqual([]);
  });

  test.for(['companies', 'unrouted'])('a page far beyond the end of %s is empty', async (list) => {
    const { status, body } = await operator.get(`/operator/${list}?page=99999999999999999999999999`);
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
  });

  test('a name is needed', async () => {
    const { status, body } = await operator.post('/operator/companies', { name: '  ' });
    expect(status).toBe(422);
    expect(body.error.message).toContain('The name of a company must have 1 to 200 characters');
  });

  test('the first owner is invited by the operator and can then sign in', async () => {
    const { companyId } = await createTestCompany(bench.service.sql);
    const email = `${randomUUID()}@company.example`;
    const { status, body } = await operator.post(`/operator/companies/${companyId}/invitations`, {
      email,
      role: 'owner',
    });
    expect(status).toBe(200);
    const token = body.url.split('#').at(-1);
    const guest = createDashboardClient(bench.service.url);
    const accepted = await guest.post('/invitations/accept', { token, password: 'a good long password' });
    expect(accepted.body).toMatchObject({ user: { email, role: 'owner' }, company: { id: companyId } });
    const nowhere = await operator.post(`/operator/companies/${randomUUID()}/invitations`, {
      email,
      role: 'owner',
    });
    expect(nowhere.status).toBe(404);
  });
});

describe('blocking', () => {
  test('tells beforehand what it would stop', async () => {
    const { sql, url } = bench.service;
    const { company, endpointId } = await bench.subscribe();
    await sql`update webhook_endpoints set paused_at = clock_timestamp(), paused_reason = 'x' where id = ${endpointId}`;
    const ids = [
      await receiveAlert(url, company),
      await receiveAlert(url, company),
      await receiveAlert(url, company, 'provider_b_rdr'),
    ];
    const nearest = await setDeadlineAhead(sql, ids[1] ?? '', 600_000);
    // Its window is over, though it is not marked yet.
    await setDeadlineAhead(sql, await receiveAlert(url, company), -1000);

    const { body } = await operator.get(`/operator/companies/${company.companyId}/block-effect`);

    expect(body).toMatchObject({
      company: { id: company.companyId, merchants: 1, endpoints: 1 },
      unanswered_alerts: 2,
      nearest_deadline: nearest.toISOString(),
      waiting_webhooks: 4,
      active_credentials: 1,
    });
  });

  test('holds webhooks and refuses answers; unblocking lets both go on', async () => {
    const { sql, url } = bench.service;
    const { company, receiver } = await bench.subscribe();
    const owner = await signIn(bench.service, { role: 'owner', companyId: company.companyId });
    const path = `/operator/companies/${company.companyId}`;

    expect((await operator.post(`${path}/block`, { reason: 'Contract ended' })).status).toBe(204);

    const alertId = await receiveAlert(url, company);
    expect((await createClient(url, company).answer(alertId, 'other')).status).toBe(403);
    expect((await owner.get('/session')).body.company.blocked).toMatchObject({ reason: 'Contract ended' });
    const [row] = (await operator.get(`/operator/companies?q=${company.companyId}`)).body.data;
    expect(row.blocked).toEqual({ at: expect.stringMatching(/Z$/), reason: 'Contract ended' });
    expect(await readJobs(sql, alertId)).toHaveLength(1);

    expect((await operator.post(`${path}/unblock`)).status).toBe(204);

    await waitForAttempts(sql, alertId, 1);
    expect(receiver.requests).toHaveLength(1);
    expect((await createClient(url, company).answer(alertId, 'other')).status).toBe(200);
    const log = await owner.get('/audit-log');
    expect(log.body.data).toMatchObject([
      { action: 'company.unblocked', actor: operator.email },
      { action: 'company.blocked', actor: operator.email, details: { reason: 'Contract ended' } },
    ]);
  });

  test.for(['block', 'unblock', 'block-effect'])('of nobody is not found: %s', async (act) => {
    for (const id of [randomUUID(), 'abc']) {
      const path = `/operator/companies/${id}/${act}`;
      const { status, body } =
        act === 'block-effect' ? await operator.get(path) : await operator.post(path, { reason: 'x' });
      expect(status).toBe(404);
      expect(body).toEqual(NOT_FOUND);
    }
  });

  test('open pages of the company hear of it', async () => {
    const { sql, config } = bench.service;
    const told: string[] = [];
    const installation = installationOn(sql, config);
    const live = {
      tell: (companyId: string, topic: string) => void told.push(`${companyId} ${topic}`),
      subscribe: () => () => {},
    };
    const app = await createServiceApp(config, installation, pino({ level: 'silent' }), { live });
    const { companyId } = await createTestCompany(sql);
    for (const act of ['block', 'unblock']) {
      const answer = await app.inject({
        method: 'POST',
        url: `/dashboard/api/operator/companies/${companyId}/${act}`,
        headers: { cookie: operator.cookie() ?? '', origin: 'http://localhost', host: 'localhost' },
        payload: { reason: 'x' },
      });
      expect(answer.statusCode).toBe(204);
    }
    await app.close();
    expect(told).toEqual([`${companyId} company`, `${companyId} company`]);
  });
});
