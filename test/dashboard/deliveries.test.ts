import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { giveUp } from '../cli/resending.ts';
import { signIn } from '../support/dashboard.ts';
import { makeDue, receiveAlerts, waitForAttempts } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { receiveAlert } from '../support/provider.ts';
import { type Subscriber, useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useDelivery();
const NOT_FOUND = { error: { code: 'NOT_FOUND', message: 'Not found' } };

const analystOf = ({ company }: Subscriber) =>
  signIn(bench.service, { role: 'analyst', companyId: company.companyId });

describe('the list', () => {
  test('shows the state of each delivery, with the latency of its last attempt', async () => {
    const subscriber = await bench.subscribe(() => ({ status: 204 }));
    const analyst = await analystOf(subscriber);
    const alertId = await receiveAlert(bench.service.url, subscriber.company);
    await waitForAttempts(bench.service.sql, alertId, 1);

    const { status, body } = await analyst.get('/deliveries');

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          alert_id: alertId,
          provider_alert_id: expect.stringMatching(/^T/),
          endpoint_id: subscriber.endpointId,
          url: subscriber.receiver.url,
          state: 'delivered',
          attempts: 1,
          last_status: 204,
          last_error: null,
          last_attempt_at: expect.stringMatching(/Z$/),
          latency_ms: expect.any(Number),
          next_attempt_at: null,
        },
      ],
      has_more: false,
      endpoints: [{ id: subscriber.endpointId, url: subscriber.receiver.url }],
      server_time: expect.stringMatching(/Z$/),
    });
  });

  test('is filtered by state, endpoint, time and id, ours or the provider’s', async () => {
    const { sql, url } = bench.service;
    const subscriber = await bench.subscribe(() => ({ status: 500 }));
    const second = await createTestEndpoint(bench.service, subscriber.company, subscriber.receiver.url);
    const analyst = await analystOf(subscriber);
    const [delivered = '', failed = '', queued = ''] = await receiveAlerts(url, subscriber.company, 3);
    for (const id of [delivered, failed, queued]) await waitForAttempts(sql, id, 1);
    await giveUp(bench.service, [failed]);
    subscriber.receiver.behave(() => ({ status: 200 }));
    await makeDue(sql, delivered);
    await waitFor('both to be delivered', async () => {
      const rows =
        await sql`select 1 from webhook_deliveries where alert_id = ${delivered} and delivered_at is not null`;
      return rows.length === 2;
    });

    const idsOf = async (query: string) => {
      const { body } = await analyst.get(`/deliveries?${query}`);
      return body.data.map((row: { alert_id: string; endpoint_id: string }) =>
        query.includes('endpoint_id') ? [row.alert_id, row.endpoint_id] : row.alert_id,
      );
    };
    expect(await idsOf('state=delivered')).toEqual([delivered, delivered]);
    expect(await idsOf('state=failed')).toEqual([failed, failed]);
    expect(await idsOf('state=queued')).toEqual([queued, queued]);
    expect(await idsOf(`state=failed&endpoint_id=${second.endpointId}`)).toEqual([
      [failed, second.endpointId],
    ]);
    expect(await idsOf(`state=delivered&endpoint_id=${second.endpointId}`)).toEqual([
      [delivered, second.endpointId],
    ]);
    expect(await idsOf(`q=${queued}`)).toEqual([queued, queued]);
    const { body } = await analyst.get(`/deliveries?q=${failed}`);
    expect(await idsOf(`q=${body.data[0].provider_alert_id}&state=failed`)).toEqual([failed, failed]);
    expect(await idsOf(`q=${failed}&state=queued`)).toEqual([]);
    for (const state of ['', '&state=queued', '&state=failed', '&state=delivered']) {
      expect(await idsOf(`since=2999-01-01T00:00:00Z${state}`)).toEqual([]);
    }
    expect(await idsOf('since=2020-01-01T00:00:00Z')).toHaveLength(6);
  });

  test('shows the newest hundred and says that there are more', async () => {
    const subscriber = await bench.subscribe();
    await bench.service
      .sql`update webhook_endpoints set paused_at = clock_timestamp() where id = ${subscriber.endpointId}`;
    const ids = await receiveAlerts(bench.service.url, subscriber.company, 102);
    const analyst = await analystOf(subscriber);

    for (const query of ['', '?state=queued']) {
      const { body } = await analyst.get(`/deliveries${query}`);
      expect(body.has_more).toBe(true);
      expect(body.data.map((row: { alert_id: string }) => row.alert_id)).toEqual(
        ids.toSorted().toReversed().slice(0, 100),
      );
    }
  });

  test('knows no other company’s endpoint', async () => {
    const own = await bench.subscribe();
    const foreign = await bench.subscribe();
    const analyst = await analystOf(own);

    const answers = [
      await analyst.get(`/deliveries?endpoint_id=${foreign.endpointId}`),
      await analyst.get(`/deliveries?endpoint_id=${randomUUID()}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  test.for([
    ['state=lost', 'state must be one of queued, delivered, failed'],
    ['since=yesterday', 'since must be a time in UTC such as 2026-11-02T12:00:00Z'],
    ['since=2026-02-30T00:00:00Z', 'since must be a time in UTC such as 2026-11-02T12:00:00Z'],
    ['endpoint_id=abc', 'endpoint_id must be a UUID'],
  ])('refuses %s', async ([query, message]) => {
    const viewer = await signIn(bench.service, { role: 'viewer' });
    const { status, body } = await viewer.get(`/deliveries?${query}`);
    expect(status).toBe(422);
    expect(body).toEqual({ error: { code: 'VALIDATION_ERROR', message } });
  });
});

describe('one delivery', () => {
  test('shows the request as it went out, byte for byte, and every answer', async () => {
    const { sql, url } = bench.service;
    const subscriber = await bench.subscribe((_, count) =>
      count === 1 ? { status: 503, body: 'come back later' } : { status: 200, body: 'thanks' },
    );
    const analyst = await analystOf(subscriber);
    const alertId = await receiveAlert(url, subscriber.company);
    await waitForAttempts(sql, alertId, 1);
    await makeDue(sql, alertId);
    await waitForAttempts(sql, alertId, 2);

    const { body } = await analyst.get(`/deliveries/${alertId}/${subscriber.endpointId}`);

    const [first, second] = subscriber.receiver.requests;
    expect(body.request.method).toBe('POST');
    expect(body.request.url).toBe(subscriber.receiver.url);
    expect(body.request.body).toBe(first?.body);
    expect(body.request.body).toBe(second?.body);
    for (const sent of [first, second]) expect(sent?.headers).toMatchObject(body.request.headers);
    expect(Object.keys(body.request.headers).toSorted()).toEqual([
      'accept-encoding',
      'content-type',
      'user-agent',
      'webhook-id',
    ]);
    expect(body.attempts).toMatchObject([
      { attempt: 1, status: 503, error: null, response: 'come back later' },
      { attempt: 2, status: 200, error: null, response: 'thanks' },
    ]);
    expect(body.delivery).toMatchObject({ state: 'delivered', attempts: 2, last_status: 200 });
    expect(body.delivery.latency_ms).toBe(body.attempts[1].duration_ms);
  });

  test('is not found for a stranger, in the same bytes as one that never was', async () => {
    const own = await bench.subscribe();
    const foreign = await bench.subscribe();
    const alertId = await receiveAlert(bench.service.url, own.company);
    const analyst = await analystOf(foreign);

    for (const suffix of ['', '/resend']) {
      for (const path of [
        `${alertId}/${own.endpointId}`,
        `${alertId}/${foreign.endpointId}`,
        `${randomUUID()}/${foreign.endpointId}`,
        `abc/def`,
      ]) {
        const { status, body } = await analyst.call(
          suffix === '' ? 'GET' : 'POST',
          `/deliveries/${path}${suffix}`,
        );
        expect(status).toBe(404);
        expect(body).toEqual(NOT_FOUND);
      }
    }
  });
});

describe('resending', () => {
  test('sends one delivery again under the same id and leaves a trace', async () => {
    const { sql, url } = bench.service;
    const subscriber = await bench.subscribe();
    const owner = await signIn(bench.service, { role: 'owner', companyId: subscriber.company.companyId });
    const alertId = await receiveAlert(url, subscriber.company);
    await waitForAttempts(sql, alertId, 1);

    const { body } = await owner.post(`/deliveries/${alertId}/${subscriber.endpointId}/resend`);

    expect(body).toEqual({ resent: 1 });
    await waitForAttempts(sql, alertId, 2);
    const [first, again] = subscriber.receiver.requests;
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    const log = await owner.get('/audit-log?action=deliveries.resent');
    expect(log.body.data).toMatchObject([
      { actor: owner.email, subject: alertId, details: { endpoint_id: subscriber.endpointId, resent: 1 } },
    ]);
  });

  test('all that failed since a moment go out again, to one endpoint or to all', async () => {
    const { sql, url } = bench.service;
    const subscriber = await bench.subscribe(() => ({ status: 500 }));
    const second = await createTestEndpoint(bench.service, subscriber.company, subscriber.receiver.url);
    const analyst = await analystOf(subscriber);
    const ids = await receiveAlerts(url, subscriber.company, 3);
    for (const id of ids) await waitForAttempts(sql, id, 1);
    await giveUp(bench.service, ids.slice(0, 1), 7_200_000);
    await giveUp(bench.service, ids.slice(1), 60_000);
    subscriber.receiver.behave(() => ({ status: 200 }));
    const since = new Date(Date.now() - 3_600_000).toISOString();

    const one = await analyst.post('/deliveries/resend-failed', { since, endpoint_id: second.endpointId });
    expect(one.body).toEqual({ resent: 2 });
    const all = await analyst.post('/deliveries/resend-failed', { since });
    expect(all.body).toEqual({ resent: 2 });

    await waitFor('the four to be delivered', async () => {
      const { body } = await analyst.get('/deliveries?state=delivered');
      return body.data.length === 4;
    });
    expect((await analyst.get('/deliveries?state=failed')).body.data).toHaveLength(2);
  });

  test('is for those who answer alerts', async () => {
    const subscriber = await bench.subscribe();
    const viewer = await signIn(bench.service, { role: 'viewer', companyId: subscriber.company.companyId });
    const { status } = await viewer.post('/deliveries/resend-failed', { since: '2026-01-01T00:00:00Z' });
    expect(status).toBe(403);
  });
});
