import { beforeAll, describe, expect, test } from 'vitest';
import { markCompanyBlocked, clearCompanyBlock } from '../../src/store/companies/companies.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { signIn, type SignedInClient } from '../support/dashboard.ts';
import { setDeadlineAhead } from '../support/locks.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { ageAlert, DAY_MS, HOUR_MS } from '../support/time.ts';
import { useDashboard } from '../support/use-dashboard.ts';
import { waitFor } from '../support/wait-for.ts';

const dashboard = useDashboard();

/** A company of its own, so that counts are exact. */
async function newCompany(): Promise<{ company: TestCompany; viewer: SignedInClient }> {
  const company = await createTestCompany(dashboard.service.sql);
  const viewer = await signIn(dashboard.service, { role: 'viewer', companyId: company.companyId });
  return { company, viewer };
}

function idsOf(answer: { body: { data: { id: string }[] } }): string[] {
  return answer.body.data.map(({ id }) => id);
}

describe('views', () => {
  let company: TestCompany;
  let viewer: SignedInClient;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    ({ company, viewer } = await newCompany());
    const { service } = dashboard;
    for (const name of ['later', 'soon', 'notfound', 'suspended', 'other', 'expired', 'unmarked']) {
      ids[name] = await receiveAlert(service.url, company);
    }
    ids['b'] = await receiveAlert(service.url, company, 'provider_b_rdr');
    ids['b answered'] = await receiveAlert(service.url, company, 'provider_b_rdr');
    await setDeadlineAhead(service.sql, String(ids['later']), 20 * HOUR_MS);
    await setDeadlineAhead(service.sql, String(ids['soon']), 2 * HOUR_MS);
    await placeAlert(service.sql, String(ids['notfound']), { status: 'notfound' });
    await placeAlert(service.sql, String(ids['suspended']), { status: 'account_suspended' });
    await placeAlert(service.sql, String(ids['other']), { status: 'other' });
    await placeAlert(service.sql, String(ids['expired']), { status: 'expired' });
    await placeAlert(service.sql, ids['b answered'], { status: 'notfound' });
    // Past its deadline, and no worker has marked it.
    await ageAlert(service.sql, String(ids['unmarked']), DAY_MS + HOUR_MS);
  });

  test.for<[view: string, names: string[]]>([
    ['needs_answer', ['soon', 'later']],
    ['answered', ['other', 'suspended', 'notfound']],
    ['expired', ['expired', 'unmarked']],
    ['auto_refunded', ['b answered', 'b']],
  ])('%s', async ([view, names]) => {
    const answer = await viewer.get(`/alerts?view=${view}`);
    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(names.map((name) => ids[name]));
    expect(answer.body.meta).toEqual({ page: 1, per_page: 50, total: names.length, total_pages: 1 });
  });

  test('every alert is in exactly one of the four, and the totals say how many', async () => {
    const totals = { needs_answer: 2, answered: 3, expired: 2, auto_refunded: 2, all: 9 };
    await waitFor('exact totals', async () => {
      const { body } = await viewer.get('/alerts?view=all');
      return Object.entries(totals).every(([view, total]) => body.view_totals[view] === total);
    });
    // Whatever the other filters are.
    expect((await viewer.get('/alerts?view=expired&card_last4=0000')).body.view_totals).toEqual(totals);
  });

  test('without a view all are listed, newest first', async () => {
    const answer = await viewer.get('/alerts');
    const received = answer.body.data.map(({ received_at }: { received_at: string }) => received_at);
    expect(received).toHaveLength(9);
    expect(received).toEqual(received.toSorted().toReversed());
  });

  test('due_within_hours: what must be answered by then, by the time that is left', async () => {
    expect(idsOf(await viewer.get('/alerts?due_within_hours=1'))).toEqual([]);
    expect(idsOf(await viewer.get('/alerts?due_within_hours=2'))).toEqual([ids['soon']]);
    expect(idsOf(await viewer.get('/alerts?due_within_hours=24'))).toEqual([ids['soon'], ids['later']]);
  });

  test('another company sees none of it', async () => {
    const { body } = await dashboard.strangerAnalyst.get('/alerts');
    expect(body.data).toEqual([]);
    expect(body.view_totals).toEqual({ needs_answer: 0, answered: 0, expired: 0, auto_refunded: 0, all: 0 });
    expect(body.merchants).toEqual([
      { id: dashboard.stranger.merchantId, name: dashboard.stranger.merchantName },
    ]);
  });
});

describe('a row', () => {
  test('is the API’s own alert, with what may come next and until when', async () => {
    const { service, company, analyst, api } = dashboard;
    const id = await receiveAlert(service.url, company);
    const { data: alert } = (await api.read(id)).body;
    const { body } = await analyst.get(`/alerts?q=${id}`);
    expect(body.data).toEqual([
      {
        ...alert,
        merchant_name: company.merchantName,
        allowed_next: ['notfound', 'account_suspended', 'other'],
        locked_reason: null,
        answer_by: alert.expires_at,
        held: null,
      },
    ]);
    expect(body.merchants).toEqual([{ id: company.merchantId, name: company.merchantName }]);
    expect(Math.abs(Date.parse(body.server_time) - Date.now())).toBeLessThan(60_000);
  });

  test.for<
    [
      provider: 'provider_a_alerts' | 'provider_b_rdr',
      status: 'pending' | 'other' | 'notfound' | 'expired',
      ageMs: number,
      next: string[],
      reason: string | null,
      untilMs: number | null,
    ]
  >([
    ['provider_a_alerts', 'pending', DAY_MS, [], 'Response deadline has passed', null],
    ['provider_a_alerts', 'other', DAY_MS, ['account_suspended'], null, 6 * DAY_MS],
    ['provider_a_alerts', 'other', 6 * DAY_MS, [], 'Response deadline has passed', null],
    ['provider_a_alerts', 'notfound', 0, [], 'Alert already has a definitive status', null],
    ['provider_a_alerts', 'expired', DAY_MS, [], 'Alert has expired', null],
    ['provider_b_rdr', 'notfound', 30 * DAY_MS, ['notfound', 'account_suspended', 'other'], null, null],
  ])('%s %s says it in the API’s words', async ([provider, status, ageMs, next, reason, untilMs]) => {
    const { service, company, analyst } = dashboard;
    const id = await receiveAlert(service.url, company, provider);
    await placeAlert(service.sql, id, { status });
    await ageAlert(service.sql, id, ageMs);
    const [row] = (await analyst.get(`/alerts?q=${id}`)).body.data;
    expect(row.allowed_next).toEqual(next);
    expect(row.locked_reason).toBe(reason);
    const until = untilMs === null ? null : new Date(Date.parse(row.received_at) + untilMs).toISOString();
    expect(row.answer_by).toBe(until);
  });

  test('of a blocked company is locked, and can be read', async () => {
    const { company, viewer } = await newCompany();
    const id = await receiveAlert(dashboard.service.url, company);
    await markCompanyBlocked(dashboard.service.sql, company.companyId, 'a test');
    const [row] = (await viewer.get('/alerts')).body.data;
    expect(row).toMatchObject({ id, allowed_next: [], locked_reason: 'Company is blocked', answer_by: null });
    await clearCompanyBlock(dashboard.service.sql, company.companyId);
    expect((await viewer.get('/alerts')).body.data[0].locked_reason).toBeNull();
  });
});

describe('pages', () => {
  test('never overlap, even of alerts of the same moment, and one past the end is empty with the true total', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    for (let count = 0; count < 5; count += 1) await receiveAlert(service.url, company);
    await service.sql`
      update alerts set received_at = '2026-11-02T12:00:00Z', expires_at = now() + interval '1 hour'
      where company_id = ${company.companyId}`;
    for (const view of ['needs_answer', 'all', 'all&q=banco']) {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => viewer.get(`/alerts?view=${view}&per_page=2&page=${page}`)),
      );
      const seen = pages.flatMap(idsOf);
      expect(pages.map((page) => page.body.data.length)).toEqual([2, 2, 1]);
      expect(new Set(seen).size).toBe(5);
      expect(seen).toEqual(view === 'needs_answer' ? seen.toSorted() : seen.toSorted().toReversed());
      const beyond = await viewer.get(`/alerts?view=${view}&per_page=2&page=4`);
      expect(beyond.body.data).toEqual([]);
      expect(beyond.body.meta).toEqual({ page: 4, per_page: 2, total: 5, total_pages: 3 });
    }
  });
});

describe('new-count', () => {
  test('counts what came to the list since it was read', async () => {
    const { company, viewer } = await newCompany();
    const { service } = dashboard;
    await receiveAlert(service.url, company);
    const since = (await viewer.get('/alerts')).body.server_time;
    const count = async (query: string) =>
      (await viewer.get(`/alerts/new-count?since=${since}${query}`)).body.count;
    expect(await count('')).toBe(0);
    await waitFor('another millisecond', () => Date.now() > Date.parse(since) + 1);
    await receiveAlert(service.url, company);
    await receiveAlert(service.url, company, 'provider_b_rdr', { card_last4: '9999' });
    expect(await count('')).toBe(2);
    expect(await count('&view=needs_answer')).toBe(1);
    expect(await count('&view=auto_refunded&card_last4=9999')).toBe(1);
    expect(await count('&card_last4=1111')).toBe(0);
  });

  test.for(['', '?since=', '?since=yesterday', '?since=2026-02-30T00:00:00Z', '?since=0000-01-01T00:00:00Z'])(
    '%s is invalid',
    async (query) => {
      const answer = await dashboard.analyst.get(`/alerts/new-count${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body.error.message).toBe('since must be a time in ISO 8601 format, in UTC');
    },
  );
});
