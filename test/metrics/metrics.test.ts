import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { receiveAlert } from '../support/provider.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

const TOKEN = 'a token for collectors';
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true', METRICS_TOKEN: TOKEN }, { work: true });
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

async function readMetrics(headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const response = await fetch(`${service.url}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
}

test('an alert’s way shows in the figures: intake, delivery, requests', async () => {
  const company = await createTestCompany(service.sql);
  await createTestEndpoint(service, company, receiver.url);
  const id = await receiveAlert(service.url, company);
  await createClient(service.url, company).read(id);
  const text = await waitFor('the delivery to be counted', async () => {
    const metrics = await readMetrics();
    return metrics.text.includes('webhook_attempts_total{outcome="delivered"} 1') && metrics.text;
  });
  expect(text).toContain('intake_alerts_total{provider="provider_a_alerts",result="accepted"} 1');
  expect(text).toContain('webhook_delivery_seconds_count 1');
  expect(text).toMatch(
    /http_request_seconds_count\{[^}]*route="\/api\/v1\/chargeback-alert\/alerts\/:id"[^}]*\} 1/,
  );
  expect(text).toContain('outbox_open_breakers{kind="webhook"} 0');
  expect(text).toContain('retention_deleted_total{kind="alerts"} 0');
  expect(text).toContain('expiry_lateness_seconds_count');
});

test('the lag counts what is due but held, such as the webhooks of a blocked company', async () => {
  const company = await createTestCompany(service.sql);
  await createTestEndpoint(service, company, receiver.url);
  await service.sql`
    update companies set blocked_at = now(), blocked_reason = 'test' where id = ${company.companyId}`;
  const id = await receiveAlert(service.url, company);
  await service.sql`update outbox_jobs set due_at = due_at - interval '1 hour' where alert_id = ${id}`;
  const { text } = await readMetrics();
  const [, lag] = /outbox_lag_seconds\{kind="webhook"\} ([\d.]+)/.exec(text) ?? [];
  expect(Number(lag)).toBeGreaterThanOrEqual(3600);
  expect(text).toContain('outbox_jobs{kind="webhook"} 1');
});

test.each([
  ['from this machine', {}, 200],
  ['passed on by a proxy, without the token', { 'x-forwarded-for': '203.0.113.9' }, 401],
  [
    'passed on by a proxy, with a wrong token',
    { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer x' },
    401,
  ],
  [
    'passed on by a proxy, with the token',
    { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${TOKEN}` },
    200,
  ],
])('who may look: %s → %3$i', async (_who, headers, status) => {
  expect((await readMetrics(headers)).status).toBe(status);
});
