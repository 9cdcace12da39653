import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerAlerts } from '../../src/callback/answer-alerts.ts';
import type { OverviewShape } from '../../src/shapes/dashboard/overview.ts';
import { insertCompany } from '../../src/store/companies/companies.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDashboard } from '../support/use-dashboard.ts';

const dashboard = useDashboard();

async function newCompany(): Promise<{ company: TestCompany; viewer: SignedInClient }> {
  const company = await createTestCompany(dashboard.service.sql);
  return {
    company,
    viewer: await signIn(dashboard.service, { role: 'viewer', companyId: company.companyId }),
  };
}

async function readOverview(viewer: SignedInClient, days = 7): Promise<OverviewShape> {
  const answer = await viewer.get(`/overview?days=${days}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('webhooks and forwards', () => {
  test('what waits, what went out and what failed in the last 24 hours', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    const { endpointId } = await createTestEndpoint(service, company, 'http://127.0.0.1:9/hook');
    const paused = await createTestEndpoint(service, company, 'http://127.0.0.1:9/hook');
    await service.sql`
      update webhook_endpoints set paused_at = clock_timestamp(), paused_reason = 'test' where id = ${paused.endpointId}`;
    const first = await receiveAlert(service.url, company);
    const second = await receiveAlert(service.url, company);
    const attempt = async (
      alertId: string,
      ago: string,
      status: number | null,
      durationMs: number,
    ) => service.sql`
      insert into webhook_attempts (attempted_at, company_id, alert_id, endpoint_id, attempt, status, duration_ms)
      values (clock_timestamp() - ${ago}::interval, ${company.companyId}, ${alertId}, ${endpointId}, 1, ${status}, ${durationMs})`;
    await attempt(first, '1 hour', 200, 10);
    await attempt(first, '2 hours', 204, 30);
    await attempt(second, '3 hours', 500, 5000);
    await attempt(second, '25 hours', 200, 90);
    await service.sql`
      update webhook_deliveries set failed_at = clock_timestamp() - interval '23 hours'
      where alert_id = ${second} and endpoint_id = ${endpointId}`;
    await service.sql`
      update webhook_deliveries set failed_at = clock_timestamp() - interval '25 hours'
      where alert_id = ${second} and endpoint_id = ${paused.endpointId}`;
    await service.sql`delete from outbox_jobs where alert_id = ${second}`;
    expect((await readOverview(viewer)).webhooks).toEqual({
      endpoints: 2,
      paused: 1,
      delivered_24h: 2,
      failed_24h: 1,
      waiting: 2,
      median_latency_ms: 20,
    });
  });

  test('what provider A has yet to hear and did not take', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const id = await receiveAlert(service.url, company);
      const actor = { kind: 'user', reference: 'test' } as const;
      const answer = { companyId: company.companyId, alertId: id, status: 'other', actor } as const;
      await answerAlerts(service.sql, [answer], service.config.followUpWindowMs);
      ids.push(id);
    }
    const settle = async (id: string | undefined, state: string, ago: string) => {
      await service.sql`delete from outbox_jobs where alert_id = ${String(id)}`;
      await service.sql`
        update forwards set state = ${state}, settled_at = clock_timestamp() - ${ago}::interval
        where alert_id = ${String(id)}`;
    };
    await settle(ids[1], 'refused', '1 hour');
    await settle(ids[2], 'too_late', '1 hour');
    await settle(ids[3], 'refused', '25 hours');
    expect((await readOverview(viewer)).forwards).toEqual({ queued: 1, refused_24h: 1, too_late_24h: 1 });
    expect((await readOverview(dashboard.strangerAnalyst)).forwards).toEqual({
      queued: 0,
      refused_24h: 0,
      too_late_24h: 0,
    });
  });
});

describe('a company that is new', () => {
  test('has nothing, and no figure is a guess', async () => {
    const { service } = dashboard;
    const companyId = randomUUID();
    await insertCompany(service.sql, { id: companyId, name: 'New' });
    const overview = await readOverview(await signIn(service, { role: 'owner', companyId }));
    expect(overview.setup).toEqual({
      has_enrollment: false,
      has_credentials: false,
      has_endpoint: false,
      has_delivery: false,
      has_alert: false,
    });
    expect(overview.answered).toEqual({
      in_time: 0,
      expired: 0,
      ratio: null,
      median_response_seconds: null,
    });
    expect(overview.webhooks.median_latency_ms).toBeNull();
  });

  test('is set up step by step', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    expect((await readOverview(viewer)).setup).toMatchObject({ has_enrollment: true, has_credentials: true });
    await createTestEndpoint(service, company, 'http://127.0.0.1:9/hook');
    const id = await receiveAlert(service.url, company);
    expect((await readOverview(viewer)).setup).toMatchObject({
      has_endpoint: true,
      has_alert: true,
      has_delivery: false,
    });
    await service.sql`update webhook_deliveries set delivered_at = clock_timestamp() where alert_id = ${id}`;
    expect((await readOverview(viewer)).setup.has_delivery).toBe(true);
  });

  test('only the three periods are known', async () => {
    const answer = await dashboard.analyst.get('/overview?days=365');
    expect([answer.status, answer.body.error.message]).toEqual([422, 'days must be one of 7, 30, 90']);
    expect((await dashboard.analyst.get('/overview')).body.days).toHaveLength(30);
  });
});
