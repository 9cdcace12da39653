import { expect, onTestFinished, test } from 'vitest';
import { createTestCompany } from '../support/company.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { alertMessage, deliverAlerts, receiveAlert } from '../support/provider.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

const HUNG_ENDPOINTS = 80;

test('promise 4: eighty endpoints that begin to hang together leave room for one that is known to answer', async () => {
  const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' }, { work: true });
  onTestFinished(() => service.stop());
  const healthy = await startReceiver();
  const hung = await startReceiver(() => 'hang');
  onTestFinished(async () => {
    await healthy.stop();
    await hung.stop();
  });
  const known = await createTestCompany(service.sql);
  await createTestEndpoint(service, known, healthy.url);
  await receiveAlert(service.url, known);
  await waitFor('the first delivery', () => healthy.requests.length === 1);

  for (let count = 0; count < HUNG_ENDPOINTS; count += 1) {
    const company = await createTestCompany(service.sql);
    await createTestEndpoint(service, company, hung.url);
    const messages = Array.from({ length: 8 }, () => alertMessage(company));
    await deliverAlerts(service.url, 'provider_a_alerts', messages);
  }
  await waitFor('the part of slow endpoints to be used up', () => hung.requests.length >= 64);
  for (let count = 0; count < 20; count += 1) await receiveAlert(service.url, known);
  // Were it to wait for a hung exchange to end, that would be ten seconds.
  await waitFor('all of the known one', () => healthy.requests.length === 21, 8000);
  expect(hung.atOnceMax()).toBeLessThanOrEqual(64);
});
