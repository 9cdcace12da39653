import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { receiveAlert } from '../support/provider.ts';
import { type Receiver, type Behaviour, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

let service: TestService;
const receivers: Receiver[] = [];
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' }, { work: true });
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});
afterAll(() => service.stop());

async function newReceiver(behaviour?: Behaviour): Promise<Receiver> {
  const receiver = await startReceiver(behaviour);
  receivers.push(receiver);
  return receiver;
}

test('D22 v2: the body is the Alert of the read endpoint, and a third-party verifier accepts the signature (D23)', async () => {
  const receiver = await newReceiver();
  const company = await createTestCompany(service.sql);
  const { secret } = await createTestEndpoint(service, company, receiver.url);
  const id = await receiveAlert(service.url, company);
  const request = await waitFor('the webhook', () => receiver.requests[0]);
  const read = await createClient(service.url, company).read(id);
  expect(JSON.parse(request.body)).toEqual(read.body.data);
  expect(new Webhook(secret).verify(request.body, request.headers as Record<string, string>)).toEqual(
    read.body.data,
  );
});

test('D22 legacy: the body is that of the legacy lookup', async () => {
  const receiver = await newReceiver();
  const company = await createTestCompany(service.sql);
  const { secret } = await createTestEndpoint(service, company, receiver.url, 'legacy');
  const id = await receiveAlert(service.url, company);
  const request = await waitFor('the webhook', () => receiver.requests[0]);
  const lookup = await createClient(service.url, company).legacyLookup({ alert_id: id });
  expect(JSON.parse(request.body)).toEqual(lookup.body.data);
  new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
});

test('a delivered webhook is recorded with its attempt, and its job is gone', async () => {
  const receiver = await newReceiver(() => ({ status: 202, body: 'thanks' }));
  const company = await createTestCompany(service.sql);
  await createTestEndpoint(service, company, receiver.url);
  const id = await receiveAlert(service.url, company);
  const delivery = await waitFor('the delivery to be recorded', async () => {
    const [row] = await service.sql`
      select * from webhook_deliveries where alert_id = ${id} and delivered_at is not null`;
    return row;
  });
  expect(delivery).toMatchObject({ attempts: 1, lastStatus: 202, lastError: null, failedAt: null });
  const attempts =
    await service.sql`select attempt, status, response from webhook_attempts where alert_id = ${id}`;
  expect([...attempts]).toEqual([{ attempt: 1, status: 202, response: 'thanks' }]);
  expect(await service.sql`select 1 from outbox_jobs where alert_id = ${id}`).toHaveLength(0);
});

test('D24, D25: a failed attempt is repeated with the same id and the same bytes', async () => {
  const receiver = await newReceiver((_request, count) => ({ status: count === 1 ? 500 : 200 }));
  const company = await createTestCompany(service.sql);
  await createTestEndpoint(service, company, receiver.url);
  const id = await receiveAlert(service.url, company);
  await waitFor('the retry to be planned', async () => {
    const rows = await service.sql`
      update outbox_jobs set due_at = clock_timestamp() where alert_id = ${id} and attempts_made = 1 returning 1`;
    return rows.length > 0;
  });
  await waitFor('the second attempt', () => receiver.requests.length === 2);
  const [first, second] = receiver.requests;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
});
