import { beforeAll, describe, expect, test } from 'vitest';
import { listDeliveries } from '../../src/backoffice/deliveries/list-deliveries.ts';
import { startAnotherWork } from '../support/another-work.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { placeAlert } from '../support/place-alert.ts';
import { alertMessage, deliverAlerts } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { waitFor } from '../support/wait-for.ts';
import { besideService, runCli, runJson } from './run-cli.ts';

// Nothing is sent by itself, so that each delivery stands where the test puts it.
const bench = useDelivery({}, { work: false });
let company: TestCompany;
let endpointIds: string[];
/** Newest first. */
let alerts: { id: string; providerAlertId: string }[];

beforeAll(async () => {
  const { service } = bench;
  company = await createTestCompany(service.sql);
  endpointIds = [];
  for (const format of ['v2', 'legacy'] as const) {
    const { endpointId } = await createTestEndpoint(service, company, `https://${format}.example/`, format);
    endpointIds.push(endpointId);
  }
  const messages = Array.from({ length: 4 }, () => alertMessage(company));
  const results = await deliverAlerts(service.url, 'provider_a_alerts', messages);
  alerts = results.map(({ id, alert_id: alertId }) => ({ id: String(id), providerAlertId: String(alertId) }));
  for (const [position, { id }] of alerts.entries()) {
    await placeAlert(service.sql, id, { receivedAt: `2026-11-0${8 - position}T12:00:00Z` });
  }
  await settle(alerts[1]?.id, { delivered: true });
  await settle(alerts[2]?.id, { delivered: false });
});

/** Ends both deliveries of an alert, with one attempt each. */
async function settle(alertId = '', { delivered }: { delivered: boolean }): Promise<void> {
  const { sql } = bench.service;
  await sql`delete from outbox_jobs where alert_id = ${alertId}`;
  await sql`
    update webhook_deliveries set
      attempts = 1, last_attempt_at = '2026-11-09T12:00:00Z',
      last_status = ${delivered ? 200 : null}, last_error = ${delivered ? null : 'dns: no such host'},
      delivered_at = ${delivered ? '2026-11-09T12:00:00Z' : null}::timestamptz,
      failed_at = ${delivered ? null : '2026-11-09T12:00:00Z'}::timestamptz
    where alert_id = ${alertId}`;
  await sql`
    insert into webhook_attempts (attempted_at, company_id, alert_id, endpoint_id, attempt, status, error, duration_ms, response)
    select last_attempt_at, company_id, alert_id, endpoint_id, 1, last_status, last_error, 12, 'words'
    from webhook_deliveries where alert_id = ${alertId}`;
}

function json(...args: string[]) {
  return runJson(['delivery', ...args], besideService(bench.service));
}

describe('delivery list', () => {
  test('shows the newest alert first, each with its state, its last attempt and its next', async () => {
    const { deliveries } = await json('list', '--company', company.companyId);

    const byAlert = deliveries.map((row: { alert_id: string; state: string }) => [row.alert_id, row.state]);
    const states = ['queued', 'delivered', 'failed', 'queued'];
    expect(byAlert).toEqual(alerts.flatMap(({ id }, at) => [1, 2].map(() => [id, states[at]])));
    expect(new Set(deliveries.map((row: { endpoint_id: string }) => row.endpoint_id))).toEqual(
      new Set(endpointIds),
    );
    expect(deliveries[0]).toEqual({
      alert_id: alerts[0]?.id,
      provider_alert_id: alerts[0]?.providerAlertId,
      endpoint_id: expect.any(String),
      state: 'queued',
      attempts: 0,
      last_status: null,
      last_error: null,
      last_attempt_at: null,
      next_attempt_at: expect.stringMatching(/Z$/),
    });
    expect(deliveries[4]).toMatchObject({
      state: 'failed',
      attempts: 1,
      last_status: null,
      last_error: 'dns: no such host',
      last_attempt_at: '2026-11-09T12:00:00.000Z',
      next_attempt_at: null,
    });
  });

  test('takes every filter at once', async () => {
    const [, endpointId = ''] = endpointIds;

    const filters = `--endpoint ${endpointId} --state queued --since 2026-11-06 --limit 5`.split(' ');
    const { deliveries } = await json('list', '--company', company.companyId, ...filters);

    expect(deliveries).toMatchObject([{ alert_id: alerts[0]?.id, endpoint_id: endpointId, state: 'queued' }]);
  });

  test.for([
    ['queued', [0, 3]],
    ['delivered', [1]],
    ['failed', [2]],
  ] as const)('of state %s', async ([state, positions]) => {
    const rows = await listDeliveries(bench.service.sql, {
      companyId: company.companyId,
      state,
      rowsMax: 100,
    });

    expect([...new Set(rows.map(({ alertId }) => alertId))]).toEqual(positions.map((at) => alerts[at]?.id));
  });

  test('what was delivered and is resent is queued again', async () => {
    const { sql } = bench.service;
    const [, , , oldest] = alerts;
    await sql`update webhook_deliveries set delivered_at = clock_timestamp() where alert_id = ${oldest?.id ?? ''}`;

    const rows = await listDeliveries(sql, {
      companyId: company.companyId,
      state: 'delivered',
      rowsMax: 100,
    });

    expect(rows.map(({ alertId }) => alertId)).not.toContain(oldest?.id);
  });

  test('another company sees nothing of it, not even by naming the endpoint', async () => {
    const { sql } = bench.service;
    const stranger = await createTestCompany(sql);

    expect(await listDeliveries(sql, { companyId: stranger.companyId, rowsMax: 100 })).toEqual([]);
    await expect(
      listDeliveries(sql, { companyId: stranger.companyId, endpointId: endpointIds[0], rowsMax: 100 }),
    ).rejects.toThrow('There is no endpoint with id');
  });

  test('for a person it is a table with the way to one of them', async () => {
    const { stdout } = await runCli(
      ['delivery', 'list', '--company', company.companyId, '--limit', '1'],
      besideService(bench.service),
    );

    expect(stdout).toMatch(/^1 delivery; there may be more\.\n\n {2}ALERT +PROVIDER ALERT +ENDPOINT/);
    expect(stdout).toContain(`delivery show --company ${company.companyId} --alert ${alerts[0]?.id}`);
  });
});

describe('delivery show', () => {
  test.for(['id', 'providerAlertId'] as const)('by %s: every attempt of every endpoint', async (name) => {
    const [, , failed] = alerts;

    const shown = await json('show', '--company', company.companyId, '--alert', failed?.[name] ?? '');

    expect(shown).toMatchObject({ alert_id: failed?.id, provider_alert_id: failed?.providerAlertId });
    expect(shown.deliveries).toHaveLength(2);
    expect(shown.deliveries[0]).toMatchObject({
      endpoint_id: endpointIds[0],
      url: 'https://v2.example/',
      format: 'v2',
      state: 'failed',
      attempts: 1,
      webhook_id: `msg_${failed?.id}_${endpointIds[0]}`,
      failed_at: '2026-11-09T12:00:00.000Z',
      next_attempt_at: null,
      attempt_log: [
        {
          attempted_at: '2026-11-09T12:00:00.000Z',
          attempt: 1,
          status: null,
          error: 'dns: no such host',
          duration_ms: 12,
          response: 'words',
        },
      ],
    });
  });

  test('the body is the one that goes over the wire, byte for byte', async () => {
    const { company: other, receiver, endpointId } = await bench.subscribe();
    const legacy = await createTestEndpoint(bench.service, other, receiver.url, 'legacy');
    const [result] = await deliverAlerts(bench.service.url, 'provider_b_rdr', [alertMessage(other)]);
    const worker = await startAnotherWork(bench.service);
    await waitFor('both webhooks', () => receiver.requests.length === 2);
    await worker.stop();

    const shown = await json('show', '--company', other.companyId, '--alert', String(result?.id));

    for (const id of [endpointId, legacy.endpointId]) {
      const delivery = shown.deliveries.find((row: { endpoint_id: string }) => row.endpoint_id === id);
      const sent = receiver.requests.find(({ headers }) => headers['webhook-id'] === delivery.webhook_id);
      expect(delivery.body).toBe(sent?.body);
    }
  });
});
