import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerAlerts } from '../../src/callback/answer-alerts.ts';
import type { AlertStatus, AnswerStatus } from '../../src/rules/alert.ts';
import type { OverviewShape } from '../../src/shapes/dashboard/overview.ts';
import { insertCompany } from '../../src/store/companies.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { setDeadlineAhead } from '../support/locks.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { ageAlert, DAY_MS, HOUR_MS } from '../support/time.ts';
import { useDashboard } from '../support/use-dashboard.ts';
import { waitFor } from '../support/wait-for.ts';

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

/** What reaches back is remembered for a moment when the machine is slow. */
async function waitForOverview(viewer: SignedInClient, holds: (overview: OverviewShape) => boolean) {
  return waitFor('the figures', async () => {
    const overview = await readOverview(viewer);
    return holds(overview) && overview;
  });
}

function dayOf(moment: Date | string): string {
  return new Date(moment).toISOString().slice(0, 10);
}

describe('due', () => {
  test('each span holds the shorter ones; money stays apart by currency and exact', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    const place = async (leftMs: number, amount: string, currency: string) => {
      const id = await receiveAlert(service.url, company, 'provider_a_alerts', { amount, currency });
      await setDeadlineAhead(service.sql, id, leftMs);
    };
    await place(HOUR_MS, '0.10', 'BRL');
    await place(HOUR_MS, '0.20', 'BRL');
    await place(5 * HOUR_MS, '999999999999999.99', 'BRL');
    await place(7 * HOUR_MS, '5.00', 'USD');
    await place(25 * HOUR_MS, '7.00', 'USD');
    await place(-HOUR_MS, '9.00', 'USD');
    await receiveAlert(service.url, company, 'provider_b_rdr');
    expect((await readOverview(viewer)).due).toEqual([
      { within_hours: 2, alerts: 2, amounts: [{ currency: 'BRL', amount: '0.30' }] },
      { within_hours: 6, alerts: 3, amounts: [{ currency: 'BRL', amount: '1000000000000000.29' }] },
      {
        within_hours: 24,
        alerts: 4,
        amounts: [
          { currency: 'BRL', amount: '1000000000000000.29' },
          { currency: 'USD', amount: '5.00' },
        ],
      },
    ]);
  });
});

describe('days', () => {
  test.for([7, 30, 90])('%i days in UTC without gaps, today last', async (days) => {
    const { viewer } = await newCompany();
    const overview = await readOverview(viewer, days);
    const today = Date.parse(dayOf(overview.server_time));
    const expected = Array.from({ length: days }, (_, day) =>
      dayOf(new Date(today - (days - 1 - day) * DAY_MS)),
    );
    expect(overview.days.map(({ day }) => day)).toEqual(expected);
  });

  test('the period begins with the first moment of its first day', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    const { days } = await readOverview(viewer);
    const firstMoment = Date.parse(`${days[0]?.day}T00:00:00.000Z`);
    for (const at of [firstMoment - 1, firstMoment, firstMoment + DAY_MS - 1]) {
      const id = await receiveAlert(service.url, company);
      await placeAlert(service.sql, id, { receivedAt: new Date(at).toISOString(), status: 'expired' });
    }
    const overview = await waitForOverview(viewer, (one) => one.days[0]?.received_a === 2);
    expect(overview.days[0]).toMatchObject({ received_a: 2, expired: 2 });
    expect(overview.answered.expired).toBe(2);
  });

  test('outcomes are provider A’s, on the day of receipt', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    const place = async (status: AlertStatus, provider?: 'provider_b_rdr') => {
      const id = await receiveAlert(service.url, company, provider);
      await placeAlert(service.sql, id, { status });
      return id;
    };
    await place('notfound');
    await place('account_suspended');
    await place('account_suspended');
    await place('other');
    await place('expired');
    await place('pending');
    await place('notfound', 'provider_b_rdr');
    const overview = await waitForOverview(viewer, (one) => one.days.at(-1)?.received_b === 1);
    expect(overview.days.at(-1)).toEqual({
      day: dayOf(overview.server_time),
      received_a: 6,
      received_b: 1,
      notfound: 1,
      account_suspended: 2,
      other: 1,
      expired: 1,
    });
    expect(overview.answered).toMatchObject({ in_time: 4, expired: 1, ratio: 0.8 });
  });
});

describe('response times', () => {
  test('by the hour of the first answer, with the median', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    const answerAfter = async (ageMs: number, ...statuses: AnswerStatus[]) => {
      const id = await receiveAlert(service.url, company);
      await ageAlert(service.sql, id, ageMs);
      for (const status of statuses) {
        const actor = { kind: 'user', reference: 'test' } as const;
        const answer = { companyId: company.companyId, alertId: id, status, actor };
        const [outcome] = await answerAlerts(service.sql, [answer], service.config.followUpWindowMs);
        expect(outcome?.kind).toBe('accepted');
      }
      return id;
    };
    await answerAfter(0, 'notfound');
    await answerAfter(0.5 * HOUR_MS, 'other', 'account_suspended');
    await answerAfter(2.5 * HOUR_MS, 'account_suspended');
    await answerAfter(23.5 * HOUR_MS, 'other');
    const slow = await answerAfter(23.5 * HOUR_MS, 'notfound');
    // Slower than the window, as when the window was longer once.
    await service.sql`update alert_history set changed_at = changed_at + interval '9 hours' where alert_id = ${slow}`;
    const overview = await waitForOverview(
      viewer,
      ({ response_hours: hours }) => hours.reduce((total, count) => total + count, 0) === 5,
    );
    expect(overview.response_window_hours).toBe(24);
    expect(overview.response_hours).toHaveLength(24);
    expect(overview.response_hours[0]).toBe(2);
    expect(overview.response_hours[2]).toBe(1);
    expect(overview.response_hours[23]).toBe(2);
    const median = overview.answered.median_response_seconds ?? 0;
    expect(Math.abs(median - 2.5 * 3600)).toBeLessThan(60);
  });
});

describe('webhooks and forwards', () => {
  test('what waits, what went out and what failed in the last 24 hours', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    const { endpointId } = await createTestEndpoint(service, company, 'http://127.0.0.1:9/hook');
    const paused = await createTestEndpoint(service, company, 'http://127.0.0.1:9/hook');
    await service.sql`
      update webhook_endpoints set paused_at = clock_timestamp(), paused_reason = 'test' where id = ${paused.endpointId}`;
    const [first = '', second = ''] = [
      await receiveAlert(service.url, company),
      await receiveAlert(service.url, company),
    ];
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
