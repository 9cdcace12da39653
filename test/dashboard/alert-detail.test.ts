import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerAlerts } from '../../src/callback/answer-alerts.ts';
import type { TimelineEntryShape } from '../../src/shapes/dashboard/alerts.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { setDeadlineAhead } from '../support/locks.ts';
import { receiveAlert } from '../support/provider.ts';
import { type FakeProviderA, startFakeProviderA } from '../support/provider-a.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { HOUR_MS } from '../support/time.ts';
import { waitFor } from '../support/wait-for.ts';

let provider: FakeProviderA;
let service: TestService;
let receiver: Receiver;
let company: TestCompany;
let analyst: SignedInClient;

beforeAll(async () => {
  provider = await startFakeProviderA();
  receiver = await startReceiver();
  service = await startTestService(
    { PROVIDER_A_URL: provider.url, WEBHOOK_ALLOW_PRIVATE: 'true' },
    { work: true },
  );
  company = await createTestCompany(service.sql);
  analyst = await signIn(service, { role: 'analyst', companyId: company.companyId });
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
  await receiver.stop();
});

async function readTimeline(client: SignedInClient, id: string): Promise<TimelineEntryShape[]> {
  return (await client.get(`/alerts/${id}`)).body.timeline;
}

/** The timeline once it has this many entries of a kind. */
async function waitForEntries(id: string, kind: TimelineEntryShape['kind'], count: number) {
  return waitFor(`${count} ${kind}`, async () => {
    const timeline = await readTimeline(analyst, id);
    return timeline.filter((entry) => entry.kind === kind).length >= count && timeline;
  });
}

describe('timeline', () => {
  test('from receipt over webhook attempts and the status to provider A’s receipt', async () => {
    const other = await createTestCompany(service.sql);
    const owner = await signIn(service, { role: 'owner', companyId: other.companyId });
    let attempts = 0;
    receiver.behave(() => ({ status: (attempts += 1) === 1 ? 503 : 200 }));
    const { endpointId } = await createTestEndpoint(service, other, receiver.url);
    const id = await receiveAlert(service.url, other);
    const waiting = await waitFor('the second attempt to be waited for', async () => {
      const timeline = await readTimeline(owner, id);
      return timeline.some(({ kind }) => kind === 'webhook_attempt') && timeline;
    });
    expect(waiting.map(({ kind }) => kind)).toEqual(['received', 'webhook_attempt', 'webhook_waiting']);
    expect(waiting.at(-1)).toMatchObject({ endpoint_id: endpointId, url: receiver.url, attempts: 1 });
    await service.sql`update outbox_jobs set due_at = clock_timestamp() where alert_id = ${id}`;
    await waitFor('the delivery', async () => (await readTimeline(owner, id)).length === 3 && attempts === 2);
    await owner.post(`/alerts/${id}/answer`, { status: 'other' });
    const timeline = await waitFor('the receipt', async () => {
      const entries = await readTimeline(owner, id);
      return entries.some((entry) => entry.kind === 'forward' && entry.state === 'accepted') && entries;
    });
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted());
    expect(timeline).toMatchObject([
      { kind: 'received', provider: 'provider_a_alerts' },
      { kind: 'webhook_attempt', attempt: 1, status: 503, succeeded: false, url: receiver.url },
      { kind: 'webhook_attempt', attempt: 2, status: 200, succeeded: true, error: null },
      { kind: 'status_changed', from: 'pending', to: 'other', actor_kind: 'user', actor: owner.email },
      { kind: 'forward', outcome: 'other', state: 'accepted', attempts: 1, next_attempt_at: null },
    ]);
    expect(timeline.at(-1)).toMatchObject({ provider_message: 'Outcome recorded' });
    expect((await owner.get(`/alerts/${id}`)).body.deliveries).toEqual([
      { endpoint_id: endpointId, url: receiver.url, state: 'delivered' },
    ]);
  });

  test('names who changed it: a credential, a line of a file, the service', async () => {
    const id = await receiveAlert(service.url, company, 'provider_b_rdr');
    await createClient(service.url, company).answer(id, 'notfound');
    const bulkUpdateId = randomUUID();
    await service.sql`
      insert into bulk_updates (id, company_id, source, request, file_name, user_id)
      values (${bulkUpdateId}, ${company.companyId}, 'csv', '{}', 'july.csv', ${analyst.userId})`;
    const actors = [
      { kind: 'csv', reference: `${bulkUpdateId}:12` },
      { kind: 'csv', reference: `${randomUUID()}:3` },
      { kind: 'user', reference: 'nobody we know' },
      { kind: 'policy', reference: 'a policy' },
    ] as const;
    for (const actor of actors) {
      const answer = { companyId: company.companyId, alertId: id, status: 'other', actor } as const;
      await answerAlerts(service.sql, [answer], service.config.followUpWindowMs);
    }
    const timeline = await waitForEntries(id, 'status_changed', 5);
    const told = timeline.flatMap((entry) => (entry.kind === 'status_changed' ? [entry.actor] : []));
    expect(told).toEqual([
      company.clientId,
      'july.csv, line 12',
      actors[1].reference,
      'nobody we know',
      'a policy',
    ]);
  });

  test('a user of another company is not named, though the history should name one', async () => {
    const outsider = await signIn(service, { role: 'analyst' });
    const id = await receiveAlert(service.url, company, 'provider_b_rdr');
    const actor = { kind: 'user', reference: outsider.userId } as const;
    const answer = { companyId: company.companyId, alertId: id, status: 'other', actor } as const;
    await answerAlerts(service.sql, [answer], service.config.followUpWindowMs);
    const timeline = await waitForEntries(id, 'status_changed', 1);
    expect(timeline.at(-1)).toMatchObject({ actor: outsider.userId });
  });

  test('tells that nobody answered', async () => {
    const id = await receiveAlert(service.url, company);
    await setDeadlineAhead(service.sql, id, 1);
    const timeline = await waitForEntries(id, 'status_changed', 1);
    expect(timeline.at(-1)).toMatchObject({ from: 'pending', to: 'expired', actor_kind: 'service' });
  });
});

describe('payloads', () => {
  test('are what the webhooks carried, byte for byte, whatever became of the alert since', async () => {
    receiver.behave(() => ({ status: 200 }));
    const other = await createTestCompany(service.sql);
    const owner = await signIn(service, { role: 'owner', companyId: other.companyId });
    const legacy = await startReceiver();
    await createTestEndpoint(service, other, receiver.url, 'v2');
    await createTestEndpoint(service, other, legacy.url, 'legacy');
    const id = await receiveAlert(service.url, other, 'provider_b_rdr', { amount: '0.10' });
    const v2Body = await waitFor(
      'the webhook',
      () => receiver.requests.find(({ body }) => body.includes(id))?.body,
    );
    const legacyBody = await waitFor('the legacy webhook', () => legacy.requests[0]?.body);
    await owner.post(`/alerts/${id}/answer`, { status: 'account_suspended' });
    const { body } = await owner.get(`/alerts/${id}`);
    expect(body.alert.status).toBe('account_suspended');
    expect(JSON.stringify(body.payloads.v2)).toBe(v2Body);
    expect(JSON.stringify(body.payloads.legacy)).toBe(legacyBody);
    await legacy.stop();
  });
});

describe('resend', () => {
  test('sends it once more, to all or to one endpoint, and is audited', async () => {
    receiver.behave(() => ({ status: 200 }));
    const other = await createTestCompany(service.sql);
    const owner = await signIn(service, { role: 'owner', companyId: other.companyId });
    const { endpointId } = await createTestEndpoint(service, other, receiver.url);
    await createTestEndpoint(service, other, receiver.url);
    const id = await receiveAlert(service.url, other);
    const deliveries = () => receiver.requests.filter(({ body }) => body.includes(id)).length;
    await waitFor('both deliveries', async () => {
      const { body } = await owner.get(`/alerts/${id}`);
      return body.deliveries.every(({ state }: { state: string }) => state === 'delivered');
    });
    const all = await owner.post(`/alerts/${id}/resend`, {});
    expect([all.status, all.body]).toEqual([200, { resent: 2 }]);
    await waitFor('both once more', () => deliveries() === 4);
    const one = await owner.post(`/alerts/${id}/resend`, { endpoint_id: endpointId });
    expect(one.body).toEqual({ resent: 1 });
    await waitFor('one once more', () => deliveries() === 5);
    const rows = await service.sql`
      select details from audit_log where company_id = ${other.companyId} and action = 'deliveries.resent' and subject = ${id}
      order by audit_id`;
    expect(rows.map(({ details }) => details)).toEqual([
      { resent: 2, endpoint_id: null },
      { resent: 1, endpoint_id: endpointId },
    ]);
  });

  test('an endpoint of another company is as unknown as one that does not exist', async () => {
    const stranger = await createTestCompany(service.sql);
    const foreign = await createTestEndpoint(service, stranger, receiver.url);
    const id = await receiveAlert(service.url, company);
    for (const endpointId of [foreign.endpointId, randomUUID()]) {
      const answer = await analyst.post(`/alerts/${id}/resend`, { endpoint_id: endpointId });
      expect(answer.status).toBe(422);
      expect(answer.body.error.message).toBe(
        `There is no endpoint with id "${endpointId}". Listing the company's endpoints shows their ids.`,
      );
    }
  });
});

describe('another company’s alert is as unknown as one that does not exist', () => {
  test.for<[method: 'get' | 'post', path: string, body?: object]>([
    ['get', ''],
    ['get', '?view=needs_answer'],
    ['post', '/answer', { status: 'notfound' }],
    ['post', '/take-back'],
    ['post', '/resend', {}],
  ])('%s %s', async ([method, path, body]) => {
    const stranger = await createTestCompany(service.sql);
    const foreign = await receiveAlert(service.url, stranger);
    for (const id of [foreign, randomUUID(), 'no-id', '%00', foreign.toUpperCase()]) {
      const answer = await analyst.call(method.toUpperCase(), `/alerts/${id}${path}`, body);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: { code: 'ALERT_NOT_FOUND', message: 'Alert not found' } });
    }
  });

  test('there is no test alert outside the sandbox', async () => {
    expect((await analyst.post('/test-alert')).status).toBe(404);
  });

  test('the window of an alert shows until when it can be answered', async () => {
    const id = await receiveAlert(service.url, company);
    const deadline = await setDeadlineAhead(service.sql, id, HOUR_MS);
    const { body } = await analyst.get(`/alerts/${id}`);
    expect(body.alert.answer_by).toBe(deadline.toISOString());
    expect(Date.parse(body.server_time)).toBeLessThan(deadline.getTime());
  });
});
