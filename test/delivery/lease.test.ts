import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { type AnotherWork, startAnotherWork } from '../support/another-work.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { readDeliveries, receiveAlerts } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { startFakeProviderA } from '../support/provider-a.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';
import { killServiceProcesses, startServiceProcess } from '../support/worker-process.ts';

afterAll(killServiceProcesses);

/** As long as a hold lasts, and the time to notice it. */
const HOLD_MS = 20_000;
const NOTICED_WITHIN_MS = 5000;

async function isHeld(service: TestService, lane?: string): Promise<boolean> {
  const { sql } = service;
  const rows = await sql`
    select 1 from outbox_lanes where holder is not null ${lane === undefined ? sql`` : sql`and lane = ${lane}`}`;
  return rows.length > 0;
}

describe.concurrent('promise 5: what a worker held when it went away is free after the real time of a hold', () => {
  test('killed: the other worker delivers everything within 20 s, and never before the hold has run out', async () => {
    const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
    const receiver = await startReceiver(() => 'hang');
    const company = await createTestCompany(service.sql);
    const { endpointId } = await createTestEndpoint(service, company, receiver.url);
    const doomed = await startServiceProcess(service.config, 'worker');
    const ids = await receiveAlerts(service.url, company, 50);
    await waitFor('it to be in the middle of them', () => receiver.requests.length > 0);
    await doomed.kill();
    const killedAtMs = performance.now();
    receiver.behave(() => ({ status: 200 }));
    const seen = receiver.requests.length;
    const other = await startAnotherWork(service);
    await waitFor('the first delivery', () => receiver.requests.length > seen, HOLD_MS + NOTICED_WITHIN_MS);
    // A hold is renewed every 4 s, so 16 s of it are left at least.
    expect(performance.now() - killedAtMs).toBeGreaterThan(HOLD_MS - 4000 - 1000);
    await waitFor('everything', async () => {
      const deliveries = await Promise.all(ids.map((id) => readDeliveries(service.sql, id)));
      return deliveries.flat().every(({ deliveredAt }) => deliveredAt !== null);
    });
    await waitFor('the lane to be let go of', async () => !(await isHeld(service, endpointId)));
    await other.stop();
    await receiver.stop();
    await service.stop();
  }, 60_000);

  test('D14, frozen and then awake again: it sends nothing it had ready, so no older answer follows a newer one', async () => {
    const provider = await startFakeProviderA();
    const service = await startTestService({ PROVIDER_A_URL: provider.url });
    const company = await createTestCompany(service.sql);
    const client = createClient(service.url, company);
    const messages = Array.from({ length: 100 }, () => alertMessage(company, { alert_id: randomUUID() }));
    const more = Array.from({ length: 80 }, () => alertMessage(company, { alert_id: randomUUID() }));
    const alerts = [
      ...(await deliverAlerts(service.url, 'provider_a_alerts', messages)),
      ...(await deliverAlerts(service.url, 'provider_a_alerts', more)),
    ].map(({ id, alert_id: name }) => ({ id: String(id), name: String(name) }));
    await Promise.all(alerts.map(({ id }) => client.answer(id, 'other')));
    const settle = async (state: string): Promise<void> => {
      await waitFor(
        `all to be ${state}`,
        async () => {
          const queued = await service.sql`select 1 from forwards where state = 'queued' limit 1`;
          return queued.length === 0;
        },
        HOLD_MS + NOTICED_WITHIN_MS,
      );
    };

    // Four messages are under way and the rest is ready when it freezes.
    provider.behave((_outcomes, count) => (count <= 4 ? { kind: 'hang' } : { kind: 'take' }));
    const frozen = await startServiceProcess(service.config, 'worker');
    await waitFor('four messages', () => provider.messages.length === 4);
    frozen.signal('SIGSTOP');
    const other: AnotherWork = await startAnotherWork(service);
    await settle('settled by the other worker');
    await Promise.all(alerts.map(({ id }) => client.answer(id, 'account_suspended')));
    await settle('settled again');
    await other.stop();
    frozen.signal('SIGCONT');

    // It works again, so it had its chance.
    const [late] = await deliverAlerts(service.url, 'provider_a_alerts', [alertMessage(company)]);
    await client.answer(String(late?.id), 'notfound');
    await waitFor('its first new work', () => provider.effects(String(late?.alert_id)).length === 1);
    await frozen.stop();
    for (const { name } of alerts) {
      expect(provider.heard(name).slice(provider.heard(name).indexOf('account_suspended'))).toEqual([
        'account_suspended',
      ]);
      expect(provider.effects(name)).toEqual(['other', 'account_suspended']);
    }
    await service.stop();
    await provider.stop();
  }, 60_000);
});
