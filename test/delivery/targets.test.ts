import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from '../../src/signing/secret-box.ts';
import { encodeSecret } from '../../src/signing/standard-webhooks.ts';
import { adoptUnroutedAlerts } from '../../src/store/alerts/adopt-unrouted-alerts.ts';
import { insertEnrollment } from '../../src/store/companies/enrollments.ts';
import { createClient } from '../support/client.ts';
import { readDeliveries, readJobs, waitForAttempts } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import type { ReceivedRequest } from '../support/receiver.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useDelivery();

function verifies(secret: string, { body, headers }: ReceivedRequest): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

describe('D26: who gets a webhook', () => {
  test('each of the five endpoints of a company, under its own id and with its own secret', async () => {
    const { service } = bench;
    const { company, ...first } = await bench.subscribe();
    const targets = [{ ...first, format: 'v2' }];
    for (const format of ['legacy', 'v2', 'legacy', 'v2'] as const) {
      const receiver = await bench.startReceiver();
      targets.push({
        receiver,
        format,
        ...(await createTestEndpoint(service, company, receiver.url, format)),
      });
    }
    const id = await receiveAlert(service.url, company);
    await waitFor('all five', () => targets.every(({ receiver }) => receiver.requests.length === 1));
    const requests = targets.flatMap(({ receiver }) => receiver.requests);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
    for (const [position, { secret, format }] of targets.entries()) {
      const [own, ...others] = [...requests.slice(position), ...requests.slice(0, position)];
      expect(own && verifies(secret, own)).toBe(true);
      expect(others.some((request) => verifies(secret, request))).toBe(false);
      expect('card_number' in JSON.parse(own?.body ?? '{}')).toBe(format === 'legacy');
    }
    await waitFor('all five to be recorded', async () => {
      const deliveries = await readDeliveries(service.sql, id);
      return deliveries.length === 5 && deliveries.every(({ deliveredAt }) => deliveredAt !== null);
    });
  });

  test('one endpoint that fails does not keep the others of the company from theirs', async () => {
    const { service } = bench;
    const { company } = await bench.subscribe(() => ({ status: 500 }));
    const healthy = await bench.startReceiver();
    const { endpointId } = await createTestEndpoint(service, company, healthy.url);
    const id = await receiveAlert(service.url, company);
    await waitFor('both to be tried', async () =>
      (await readDeliveries(service.sql, id)).every(({ attempts }) => attempts === 1),
    );
    const delivered = (await readDeliveries(service.sql, id)).filter(
      ({ deliveredAt }) => deliveredAt !== null,
    );
    expect(delivered).toMatchObject([{ endpointId }]);
    expect(await readJobs(service.sql, id)).toHaveLength(1);
  });

  test('promise 3: nobody but the company it belongs to', async () => {
    const [one, other] = [await bench.subscribe(), await bench.subscribe()];
    const { url } = bench.service;
    const own = await receiveAlert(url, one.company, 'provider_a_alerts');
    const alien = await receiveAlert(url, other.company, 'provider_b_rdr');
    await waitFor('both', () => one.receiver.requests.length + other.receiver.requests.length === 2);
    expect(one.receiver.requests.map(({ body }) => JSON.parse(body).id)).toEqual([own]);
    expect(other.receiver.requests.map(({ body }) => JSON.parse(body).id)).toEqual([alien]);
  });

  test('an endpoint that was added later gets what comes from then on, and nothing from before', async () => {
    const { service } = bench;
    const { company, receiver } = await bench.subscribe();
    const before = await receiveAlert(service.url, company);
    await waitForAttempts(service.sql, before, 1);
    const later = await bench.startReceiver();
    await createTestEndpoint(service, company, later.url);
    const after = await receiveAlert(service.url, company);
    await waitFor('the next alert', () => later.requests.length + receiver.requests.length === 3);
    expect(later.requests.map(({ body }) => JSON.parse(body).id)).toEqual([after]);
  });

  test('a duplicate of an alert is not sent again', async () => {
    const { company, receiver } = await bench.subscribe();
    const { url } = bench.service;
    const message = alertMessage(company);
    for (let copy = 0; copy < 3; copy += 1) await deliverAlerts(url, 'provider_a_alerts', [message]);
    await deliverAlerts(url, 'provider_a_alerts', [message, message, alertMessage(company)]);
    await waitFor('the next alert', () => receiver.requests.length >= 2);
    expect(receiver.requests).toHaveLength(2);
  });
});

test('chapter 2: an unrouted alert that finds its company later is delivered then, with its first time of arrival', async () => {
  const { service } = bench;
  const { company, receiver } = await bench.subscribe();
  const descriptor = `NEW*${randomUUID()}`;
  const [unrouted] = await deliverAlerts(service.url, 'provider_a_alerts', [
    alertMessage(company, { descriptor }),
  ]);
  expect(unrouted?.result).toBe('unrouted');
  const { companyId, merchantId } = company;
  const route = { provider: 'provider_a_alerts', descriptor } as const;
  await insertEnrollment(service.sql, { id: randomUUID(), companyId, merchantId, route });
  await adoptUnroutedAlerts(service.sql, service.config.responseWindowMs, 100);
  const request = await waitFor('the webhook', () => receiver.requests[0]);
  const read = await createClient(service.url, company).read(String(unrouted?.id));
  expect(JSON.parse(request.body)).toEqual(read.body.data);
  expect(read.body.data.created_at > read.body.data.received_at).toBe(true);
});

async function subscribeRotating(until: string) {
  const subscriber = await bench.subscribe();
  const { sql, config } = bench.service;
  const previous = Buffer.alloc(32, 'p');
  await sql.unsafe(
    `update webhook_endpoints set previous_secret_encrypted = $1,
      previous_secret_until = clock_timestamp() + $2::interval where id = $3`,
    [createSecretBox(config.secretKey ?? '').seal(previous), until, subscriber.endpointId],
  );
  return { ...subscriber, previousSecret: encodeSecret(previous) };
}

describe('D23: rotation', () => {
  test('until its end both secrets sign every message', async () => {
    const { company, receiver, secret, previousSecret } = await subscribeRotating('24 hours');
    await receiveAlert(bench.service.url, company);
    const request = await waitFor('the webhook', () => receiver.requests[0]);
    expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([verifies(secret, request), verifies(previousSecret, request)]).toEqual([true, true]);
  });

  test('after it only the new one does', async () => {
    const { company, receiver, secret, previousSecret } = await subscribeRotating('-1 second');
    await receiveAlert(bench.service.url, company);
    const request = await waitFor('the webhook', () => receiver.requests[0]);
    expect([verifies(secret, request), verifies(previousSecret, request)]).toEqual([true, false]);
  });
});

describe('what the receiver said is kept as far as it is useful', () => {
  test.for<[what: string, said: string, kept: string | null]>([
    ['a short answer', '{"ok":true}', '{"ok":true}'],
    ['nothing', '', null],
    ['more than 1,024 characters', 'x'.repeat(3000), 'x'.repeat(1024)],
    ['more than is read at all', 'y'.repeat(2_000_000), 'y'.repeat(1024)],
    ['NUL, which PostgreSQL cannot hold', 'a\0b\0', 'a\ufffdb\ufffd'],
    ['a character that the cut parts in two', `${'z'.repeat(1023)}😀`, `${'z'.repeat(1023)}\ufffd`],
  ])('%s', async ([, said, kept]) => {
    const { company } = await bench.subscribe(() => ({ status: 200, body: said }));
    const id = await receiveAlert(bench.service.url, company);
    await waitForAttempts(bench.service.sql, id, 1);
    const [attempt] = await bench.service.sql`select response from webhook_attempts where alert_id = ${id}`;
    expect(attempt?.['response']).toBe(kept);
  });
});
