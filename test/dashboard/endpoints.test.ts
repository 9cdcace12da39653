import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { signIn } from '../support/dashboard.ts';
import { readJobs, waitForAttempts } from '../support/deliveries.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useDelivery();

async function ownerWithEndpoint() {
  const subscriber = await bench.subscribe();
  const owner = await signIn(bench.service, { role: 'owner', companyId: subscriber.company.companyId });
  return { ...subscriber, owner };
}

describe('endpoints', () => {
  test('are added with a secret that is shown once and really signs', async () => {
    const { owner, receiver, company } = await ownerWithEndpoint();

    const { status, body } = await owner.post('/endpoints', { url: `${receiver.url}/new`, format: 'legacy' });

    expect(status).toBe(200);
    expect(body).toEqual({
      endpoint_id: expect.any(String),
      secret: expect.stringMatching(/^whsec_/),
      previous_secret_until: null,
    });
    await receiveAlert(bench.service.url, company);
    const sent = await waitFor('the webhook', () =>
      receiver.requests.find(({ path }) => path.endsWith('/new')),
    );
    expect(() =>
      new Webhook(body.secret).verify(sent.body, sent.headers as Record<string, string>),
    ).not.toThrow();

    const list = await owner.get('/endpoints');
    expect(list.text).not.toContain(body.secret);
    expect(list.body).toMatchObject({ endpoints_max: 5, allows_private: true });
    expect(list.body.data[1]).toMatchObject({
      id: body.endpoint_id,
      format: 'legacy',
      masked_secret: `…${body.secret.slice(-4)}`,
      paused: null,
      previous_secret_until: null,
    });
    const log = await owner.get('/audit-log?action=endpoint.created');
    expect(log.body.data).toMatchObject([{ subject: body.endpoint_id, details: { format: 'legacy' } }]);
    expect(log.text).not.toContain(body.secret);
  });

  test('are five at most, even when two are added at once', async () => {
    const { owner, receiver } = await ownerWithEndpoint();
    const add = () => owner.post('/endpoints', { url: receiver.url, format: 'v2' });
    for (let count = 0; count < 3; count += 1) expect((await add()).status).toBe(200);

    const statuses = (await Promise.all([add(), add()])).map(({ status }) => status);

    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 422]);
    expect((await add()).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('already has 5 webhook endpoints'),
    });
  });

  test('a wrong address is refused in words that help', async () => {
    const { owner } = await ownerWithEndpoint();
    const { status, body } = await owner.post('/endpoints', { url: 'ftp://app.example', format: 'v2' });
    expect(status).toBe(422);
    expect(body.error.message).toContain('must be a full address that begins with');
    expect(
      (await owner.post('/endpoints', { url: 'https://app.example', format: 'v3' })).body.error.message,
    ).toBe('format must be one of v2, legacy');
  });

  test('a pause holds webhooks until it is resumed, with the reason or the person', async () => {
    const { owner, company, endpointId, receiver } = await ownerWithEndpoint();

    expect((await owner.post(`/endpoints/${endpointId}/pause`)).status).toBe(204);
    const [paused] = (await owner.get('/endpoints')).body.data;
    expect(paused.paused.reason).toBe(`Paused by ${owner.email}`);
    expect((await owner.post(`/endpoints/${endpointId}/pause`, { reason: 'Moving' })).status).toBe(204);
    const alertId = await receiveAlert(bench.service.url, company);
    const [stillPaused] = (await owner.get('/endpoints')).body.data;
    expect(stillPaused).toMatchObject({ paused: { reason: 'Moving' }, waiting: 1 });
    expect(stillPaused.paused.at).toBe(paused.paused.at);
    expect(await readJobs(bench.service.sql, alertId)).toHaveLength(1);

    expect((await owner.post(`/endpoints/${endpointId}/resume`)).status).toBe(204);
    await waitForAttempts(bench.service.sql, alertId, 1);
    expect(receiver.requests).toHaveLength(1);
    const log = await owner.get('/audit-log?action=endpoint');
    expect(log.status).toBe(200);
    const actions = (
      await bench.service.sql<{ action: string }[]>`
      select action from audit_log where company_id = ${company.companyId} order by audit_id`
    ).map(({ action }) => action);
    expect(actions).toEqual(['endpoint.paused', 'endpoint.paused', 'endpoint.resumed']);
  });

  test('rotation gives a new secret and keeps the old one signing for a day', async () => {
    const { owner, company, endpointId, secret, receiver } = await ownerWithEndpoint();

    const { body } = await owner.post(`/endpoints/${endpointId}/rotate`);

    expect(body.secret).not.toBe(secret);
    expect(Date.parse(body.previous_secret_until) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await receiveAlert(bench.service.url, company);
    const sent = await waitFor('the webhook', () => receiver.requests[0]);
    for (const key of [secret, body.secret]) {
      expect(() => new Webhook(key).verify(sent.body, sent.headers as Record<string, string>)).not.toThrow();
    }
    expect((await owner.get('/endpoints')).body.data[0].previous_secret_until).toBe(
      body.previous_secret_until,
    );
  });

  test('a test event goes out at once and its answer is told', async () => {
    const { owner, endpointId, receiver } = await ownerWithEndpoint();
    receiver.behave(() => ({ status: 418, body: 'short and stout' }));

    const { status, body } = await owner.post(`/endpoints/${endpointId}/test`);

    expect(status).toBe(200);
    expect(body).toEqual({
      delivered: false,
      status: 418,
      error: null,
      duration_ms: expect.any(Number),
      response: 'short and stout',
    });
    expect(receiver.requests[0]?.headers['webhook-id']).toMatch(/^msg_test_/);
  });

  test('another company’s endpoint is not found, in the same bytes as one that never was', async () => {
    const { endpointId } = await ownerWithEndpoint();
    const stranger = await signIn(bench.service, { role: 'owner' });
    for (const act of ['pause', 'resume', 'rotate', 'test']) {
      const texts = new Set<string>();
      for (const id of [endpointId, randomUUID(), 'abc']) {
        const { status, text } = await stranger.post(`/endpoints/${id}/${act}`);
        expect(status).toBe(404);
        texts.add(text);
      }
      expect([...texts]).toEqual(['{"error":{"code":"NOT_FOUND","message":"Not found"}}']);
    }
    const [untouched] = await bench.service.sql`
      select paused_at, previous_secret_until from webhook_endpoints where id = ${endpointId}`;
    expect(untouched).toEqual({ pausedAt: null, previousSecretUntil: null });
  });
});
