import { describe, expect, test } from 'vitest';
import { resendFailed } from '../../src/backoffice/deliveries/resend-failed.ts';
import { COMMAND_LINE } from '../../src/cli/doer.ts';
import { readDeliveries, receiveAlerts } from '../support/deliveries.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { receiveAlert } from '../support/provider.ts';
import { DAY_MS, HOUR_MS } from '../support/time.ts';
import { useDelivery } from '../support/use-delivery.ts';
import { giveUp, readJobs, resend } from './resending.ts';
import { besideService, runJson } from './run-cli.ts';

// Nothing is sent, so that what a resend leaves behind stays to be seen.
const bench = useDelivery({}, { work: false });

describe('a resend puts the job back', () => {
  test('of a failed delivery: attempts from 0, due now, no longer failed', async () => {
    const subscriber = await bench.subscribe();
    const alertId = await receiveAlert(bench.service.url, subscriber.company);
    await giveUp(bench.service, [alertId]);

    const resent = await runJson(
      ['delivery', 'resend', '--company', subscriber.company.companyId, '--alert', alertId],
      besideService(bench.service),
    );

    expect(resent).toEqual({ resent: 1, held: 0 });
    const [job, ...others] = await readJobs(bench.service, alertId);
    expect(others).toEqual([]);
    expect(job).toMatchObject({ lane: subscriber.endpointId, attemptsMade: 0 });
    expect(job?.dueInMs).toBeLessThanOrEqual(0);
    expect(await readDeliveries(bench.service.sql, alertId)).toMatchObject([{ failedAt: null, attempts: 9 }]);
  });

  test.for([
    ['provider_a_alerts', 0, DAY_MS - HOUR_MS / 4],
    ['provider_a_alerts', DAY_MS - HOUR_MS, HOUR_MS],
    ['provider_a_alerts', 30 * DAY_MS, HOUR_MS],
    ['provider_b_rdr', DAY_MS, 2 * DAY_MS],
    ['provider_b_rdr', 30 * DAY_MS, HOUR_MS],
  ] as const)('%s received %i ms ago is tried for %i ms', async ([provider, ageMs, triedForMs]) => {
    const { sql, url } = bench.service;
    const subscriber = await bench.subscribe();
    const alertId = await receiveAlert(url, subscriber.company, provider);
    await sql`update alerts set received_at = received_at - ${ageMs} * interval '1 ms' where id = ${alertId}`;

    await resend(bench.service, subscriber, alertId);

    const [job] = await readJobs(bench.service, alertId);
    expect(Math.abs((job?.giveUpInMs ?? 0) - triedForMs)).toBeLessThan(60_000);
  });

  test('of one that waits for its next attempt: moved to now, not doubled', async () => {
    const { sql, url } = bench.service;
    const subscriber = await bench.subscribe();
    const alertId = await receiveAlert(url, subscriber.company);
    await sql`
      update outbox_jobs set attempts_made = 5, due_at = clock_timestamp() + interval '1 hour'
      where alert_id = ${alertId}`;

    await resend(bench.service, subscriber, alertId);

    const jobs = await readJobs(bench.service, alertId);
    expect(jobs).toMatchObject([{ attemptsMade: 0 }]);
    expect(jobs[0]?.dueInMs).toBeLessThanOrEqual(0);
  });

  test('to every endpoint, or to the one named', async () => {
    const subscriber = await bench.subscribe();
    const { endpointId } = await createTestEndpoint(bench.service, subscriber.company, 'http://127.0.0.1:9/');
    const alertId = await receiveAlert(bench.service.url, subscriber.company);
    await giveUp(bench.service, [alertId]);

    const one = await resend(bench.service, subscriber, alertId, endpointId);
    const lanesOfOne = (await readJobs(bench.service, alertId)).map(({ lane }) => lane);
    const all = await resend(bench.service, subscriber, alertId);

    expect([one.resent, all.resent]).toEqual([1, 2]);
    expect(lanesOfOne).toEqual([endpointId]);
    expect((await readJobs(bench.service, alertId)).map(({ lane }) => lane).toSorted()).toEqual(
      [endpointId, subscriber.endpointId].toSorted(),
    );
  });

  test('to an endpoint that came after the alert it is refused', async () => {
    const subscriber = await bench.subscribe();
    const alertId = await receiveAlert(bench.service.url, subscriber.company);
    const { endpointId } = await createTestEndpoint(bench.service, subscriber.company, 'http://127.0.0.1:9/');

    await expect(resend(bench.service, subscriber, alertId, endpointId)).rejects.toThrow(
      'an endpoint gets only alerts that arrive after it was created',
    );
  });

  test('of another company’s alert it is refused', async () => {
    const [subscriber, stranger] = [await bench.subscribe(), await bench.subscribe()];
    const alertId = await receiveAlert(bench.service.url, subscriber.company);

    await expect(resend(bench.service, stranger, alertId)).rejects.toThrow(
      'The company has no alert with id',
    );
    await expect(resend(bench.service, subscriber, alertId, stranger.endpointId)).rejects.toThrow(
      'There is no endpoint',
    );
  });

  test('to a paused endpoint: it says that it waits', async () => {
    const subscriber = await bench.subscribe();
    const alertId = await receiveAlert(bench.service.url, subscriber.company);
    await bench.service
      .sql`update webhook_endpoints set paused_at = clock_timestamp() where id = ${subscriber.endpointId}`;

    expect(await resend(bench.service, subscriber, alertId)).toEqual({ resent: 1, held: 1 });
  });
});

describe('all that failed since a moment', () => {
  test('batch by batch, what failed earlier and what is another company’s left alone', async () => {
    const { sql, url, config } = bench.service;
    const [subscriber, stranger] = [await bench.subscribe(), await bench.subscribe()];
    const recent = await receiveAlerts(url, subscriber.company, 1100);
    const [earlier = '', queued = ''] = await receiveAlerts(url, subscriber.company, 2);
    const foreign = await receiveAlert(url, stranger.company);
    await giveUp(bench.service, [...recent, foreign]);
    await giveUp(bench.service, [earlier], 2 * HOUR_MS);
    const { companyId } = subscriber.company;

    const first = await resendFailed(
      sql,
      COMMAND_LINE,
      { companyId, since: { kind: 'ago', agoMs: HOUR_MS }, endpointId: undefined },
      config.responseWindowMs,
    );
    const again = await runJson(
      ['delivery', 'resend', '--company', companyId, '--failed-since', '1h'],
      besideService(bench.service),
    );

    expect(first).toEqual({ resent: 1100, held: 0 });
    expect(again).toEqual({ resent: 0, held: 0 });
    const [counts] = await sql`
      select count(*)::int as jobs, count(distinct alert_id)::int as alerts from outbox_jobs
      where company_id = ${companyId}`;
    expect(counts).toEqual({ jobs: 1101, alerts: 1101 });
    const told = await sql<{ resent: number }[]>`
      select (details->>'resent')::int as resent from audit_log where company_id = ${companyId} order by audit_id`;
    expect(told.map((row) => row.resent)).toEqual([500, 500, 100]);
    expect(await readJobs(bench.service, earlier)).toEqual([]);
    expect(await readJobs(bench.service, queued)).toHaveLength(1);
    expect(await readJobs(bench.service, foreign)).toEqual([]);
  });

  test('two operators at once put each back once', async () => {
    const { sql, url, config } = bench.service;
    const { company } = await bench.subscribe();
    const alertIds = await receiveAlerts(url, company, 600);
    await giveUp(bench.service, alertIds);
    const order = {
      companyId: company.companyId,
      since: { kind: 'ago', agoMs: HOUR_MS },
      endpointId: undefined,
    } as const;

    const resent = await Promise.all(
      [1, 2].map(() => resendFailed(sql, COMMAND_LINE, order, config.responseWindowMs)),
    );

    expect(resent.reduce((sum, one) => sum + one.resent, 0)).toBe(600);
    const [row] =
      await sql`select count(*)::int as jobs from outbox_jobs where company_id = ${company.companyId}`;
    expect(row).toEqual({ jobs: 600 });
  });
});
