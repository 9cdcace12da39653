import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { type FakeProviderA, startFakeProviderA } from '../support/provider-a.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';
import { besideService, runJson } from '../cli/run-cli.ts';

const RECEIVER = fileURLToPath(new URL('../../examples/receiver/main.ts', import.meta.url));

let provider: FakeProviderA;
let service: TestService;
let company: TestCompany;
let endpointId: string;
let receiverUrl: string;
let receiver: ReturnType<typeof spawn>;
let printed = '';

beforeAll(async () => {
  provider = await startFakeProviderA();
  service = await startTestService(
    { WEBHOOK_ALLOW_PRIVATE: 'true', PROVIDER_A_URL: provider.url },
    { work: true },
  );
  company = await createTestCompany(service.sql);
  const port = await findFreePort();
  receiverUrl = `http://127.0.0.1:${port}/`;
  const endpoint = await createTestEndpoint(service, company, receiverUrl);
  endpointId = endpoint.endpointId;
  receiver = spawn(process.execPath, [RECEIVER], {
    env: {
      PATH: process.env['PATH'] ?? '',
      WEBHOOK_SECRET: endpoint.secret,
      CLIENT_ID: company.clientId,
      CLIENT_SECRET: company.clientSecret,
      API_URL: service.url,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver.stdout?.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  await waitFor('the receiver', () => printed.includes('Waiting for webhooks'));
});
afterAll(async () => {
  receiver.kill('SIGTERM');
  await once(receiver, 'close');
  await service.stop();
  await provider.stop();
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function receive(amount: string): Promise<{ id: string; providerAlertId: string }> {
  const [result] = await deliverAlerts(service.url, 'provider_a_alerts', [alertMessage(company, { amount })]);
  return { id: String(result?.id), providerAlertId: String(result?.alert_id) };
}

test.for([
  ['49.99', 'notfound'],
  ['50.00', 'other'],
])('an alert over %s comes back to provider A as %s', async ([amount = '', status]) => {
  const { id, providerAlertId } = await receive(amount);

  await waitFor('the provider to hear of it', () => provider.heard(providerAlertId).length > 0);

  expect(provider.heard(providerAlertId)).toEqual([status]);
  const read = await createClient(service.url, company).read(id);
  expect(read.body.data.status).toBe(status);
});

test('a repeat is taken and not answered again', async () => {
  const { id, providerAlertId } = await receive('10.00');
  await waitFor('the first answer', () => printed.includes(`${id}: answered notfound`));

  await runJson(
    ['delivery', 'resend', '--company', company.companyId, '--alert', id],
    besideService(service),
  );
  await waitFor('the repeat to be delivered', async () => {
    const rows = await service.sql`select 1 from webhook_attempts where alert_id = ${id} and status = 204`;
    return rows.length === 2;
  });

  expect(provider.heard(providerAlertId)).toEqual(['notfound']);
  expect(printed.split(id)).toHaveLength(2);
});

test('a sample is taken, and nothing is answered', async () => {
  const before = printed;

  const tested = await runJson(['endpoint', 'test', endpointId], besideService(service));

  expect(tested).toMatchObject({ status: 204 });
  expect(printed).toBe(before);
});

test.for([
  ['a signature that is none of ours', { 'webhook-signature': 'v1,AAAA' }, 401],
  ['no signature', {}, 401],
] as const)('%s is refused with %s', async ([, headers, status]) => {
  const response = await fetch(receiverUrl, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      ...headers,
    },
    body: '{"id":"1","amount":"1"}',
  });

  expect(response.status).toBe(status);
});

test('too large a body is refused before it is read, and only POST is known', async () => {
  const large = await fetch(receiverUrl, { method: 'POST', body: 'x'.repeat(100_000) });
  const read = await fetch(receiverUrl);

  expect([large.status, read.status]).toEqual([413, 405]);
});
