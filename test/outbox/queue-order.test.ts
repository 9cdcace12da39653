import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PROVIDER_A_LANE } from '../../src/rules/lane.ts';
import {
  claimForwardJobs,
  type FinishedForward,
  finishForwards,
  type ForwardJob,
} from '../../src/store/outbox/forward-jobs.ts';
import type { LaneClaim } from '../../src/store/outbox/outbox-lanes.ts';
import { claimWebhookJobs, type WebhookJob } from '../../src/store/outbox/webhook-jobs.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany } from '../support/company.ts';
import { claimOf, fillLane } from '../support/outbox.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDelivery } from '../support/use-delivery.ts';

// Nothing works by itself here: the tests are the workers.
const bench = useDelivery({}, { work: false });

const claim = (holder: string, lane: string, more?: Partial<LaneClaim>) =>
  claimWebhookJobs(bench.service.sql, holder, [claimOf(lane, more)]);

function refused({ jobId, lane, companyId, forwardId }: ForwardJob): FinishedForward {
  const attempt = {
    attempts: 1,
    attemptedAt: new Date(),
    outcome: 'refused',
    message: '',
    dueAt: null,
  } as const;
  return { jobId, lane, companyId, forwardId, ...attempt };
}

describe('which jobs come first', () => {
  test('the one that is due longest; while a target is tried out, the one whose time runs out first', async () => {
    const { sql } = bench.service;
    const { lane, alertIds } = await fillLane(bench.service, 4);
    for (const [position, id] of alertIds.entries()) {
      await sql`
        update outbox_jobs set
          due_at = clock_timestamp() - ${position + 1} * interval '1 minute',
          give_up_at = clock_timestamp() + ${(position + 1) % 4} * interval '1 hour'
        where alert_id = ${id}`;
    }
    const holder = randomUUID();
    const order = (jobs: readonly WebhookJob[]): number[] =>
      jobs.map(({ alert }) => alertIds.indexOf(alert.id));
    expect(order(await claim(holder, lane))).toEqual([3, 2, 1, 0]);
    expect(order(await claim(holder, lane, { jobsMax: 1, nearestDeadlineFirst: true }))).toEqual([0]);
    // The one whose time is over already is not tried but given up.
    expect(order(await claim(holder, lane, { nearestDeadlineFirst: true }))).not.toContain(3);
  });

  test('after a place it begins with what stands behind: later, or of the same time and a higher number', async () => {
    const { sql } = bench.service;
    const { lane, alertIds } = await fillLane(bench.service, 5);
    // The last two are due in the same millisecond, the others each a second after the one before.
    for (const [position, id] of alertIds.entries()) {
      await sql`
        update outbox_jobs set due_at = '2026-11-02 12:00:00.25+00'::timestamptz + ${Math.min(position, 3)} * interval '1 s'
        where alert_id = ${id}`;
    }
    const holder = randomUUID();
    const jobs = await claim(holder, lane);
    expect(jobs.map(({ alert }) => alert.id)).toEqual(alertIds);
    for (const [position, after] of jobs.entries()) {
      const found = await claim(holder, lane, { after });
      expect(found.map(({ jobId }) => jobId)).toEqual(jobs.slice(position + 1).map(({ jobId }) => jobId));
    }
  });

  test('what is not due is left, and with little room so is everything that was tried before', async () => {
    const { sql } = bench.service;
    const { lane, alertIds } = await fillLane(bench.service, 3);
    const [first, second, third] = alertIds;
    await sql`update outbox_jobs set due_at = clock_timestamp() + interval '1 s' where alert_id = ${first ?? ''}`;
    await sql`update outbox_jobs set attempts_made = 1 where alert_id = ${second ?? ''}`;
    const holder = randomUUID();
    const found = async (more: Partial<LaneClaim>): Promise<string[]> =>
      (await claim(holder, lane, more)).map(({ alert }) => alert.id).toSorted();
    expect(await found({})).toEqual(alertIds.slice(1).toSorted());
    expect(await found({ firstAttemptsOnly: true })).toEqual([third]);
  });

  test('D14: an answer to provider A is not taken while an older one to the same alert is unsettled', async () => {
    const { sql, url } = bench.service;
    const company = await createTestCompany(sql);
    const client = createClient(url, company);
    const [id, neighbour] = [await receiveAlert(url, company), await receiveAlert(url, company)];
    for (const status of ['other', 'account_suspended']) await client.answer(id, status);
    await client.answer(neighbour, 'notfound');
    const holder = randomUUID();
    const take = async () => claimForwardJobs(sql, holder, [claimOf(PROVIDER_A_LANE)]);
    const first = await take();
    expect(first.map(({ alertId, outcome }) => [alertId, outcome])).toEqual([
      [id, 'other'],
      [neighbour, 'notfound'],
    ]);
    // Also when the older one waits for its next attempt and only the newer one is due.
    await sql`update outbox_jobs set due_at = clock_timestamp() + interval '1 minute' where job_id = ${first[0]?.jobId ?? ''}`;
    expect((await take()).map(({ alertId }) => alertId)).toEqual([neighbour]);
    await finishForwards(sql, holder, first.map(refused));
    expect((await take()).map(({ outcome }) => outcome)).toEqual(['account_suspended']);
  });
});
