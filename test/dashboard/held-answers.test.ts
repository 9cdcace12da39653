import { describe, expect, test } from 'vitest';
import { findDueHeldAnswers } from '../../src/store/alerts/held-answers.ts';
import { markCompanyBlocked, clearCompanyBlock } from '../../src/store/companies/companies.ts';
import { signIn } from '../support/dashboard.ts';
import { applyHeld, holdNewAnswer, makeHeldAnswerDue, readAnswerTrace } from '../support/held-answers.ts';
import { setDeadlineAhead } from '../support/locks.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { ageAlert, DAY_MS } from '../support/time.ts';
import { useDashboard } from '../support/use-dashboard.ts';

/** Nothing runs by itself here: each test says when a held answer is applied. */
const dashboard = useDashboard();
const MINUTE_MS = 60_000;

describe('what waits and what does not', () => {
  test.for(['notfound', 'account_suspended'] as const)('%s to provider A waits 5 s', async (status) => {
    const { service, company, analyst } = dashboard;
    const id = await receiveAlert(service.url, company);
    const answer = await analyst.post(`/alerts/${id}/answer`, { status });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ kind: 'held', alert: { id, status: 'pending', held: { status } } });
    const [row] = await service.sql<{ ms: number }[]>`
      select extract(epoch from apply_at - held_at)::float8 * 1000 as ms from held_answers where alert_id = ${id}`;
    expect(row?.ms).toBeGreaterThan(4900);
    expect(row?.ms).toBeLessThanOrEqual(5000);
    expect(await readAnswerTrace(dashboard, id)).toEqual({
      status: 'pending',
      history: [],
      forwards: [],
      isHeld: true,
    });
    // Everybody sees that it waits.
    const colleague = await signIn(service, { role: 'viewer', companyId: company.companyId });
    expect((await colleague.get(`/alerts?q=${id}`)).body.data[0].held).toEqual(answer.body.alert.held);
    expect((await colleague.get(`/alerts/${id}`)).body.alert.held).toEqual(answer.body.alert.held);
    // Nor is it applied before its time.
    expect(await applyHeld(dashboard, id)).toBeUndefined();
  });

  test('`other` is applied at once, and `account_suspended` after it waits', async () => {
    const { service, company, analyst } = dashboard;
    const id = await receiveAlert(service.url, company);
    const first = await analyst.post(`/alerts/${id}/answer`, { status: 'other' });
    expect(first.body).toMatchObject({ kind: 'applied', alert: { status: 'other', held: null } });
    const then = await analyst.post(`/alerts/${id}/answer`, { status: 'account_suspended' });
    expect(then.body).toMatchObject({ kind: 'held', alert: { status: 'other' } });
    expect((await readAnswerTrace(dashboard, id)).history).toEqual([`other by user ${analyst.userId}`]);
  });

  test('provider B takes any answer at once', async () => {
    const { service, company, analyst } = dashboard;
    const id = await receiveAlert(service.url, company, 'provider_b_rdr');
    for (const status of ['notfound', 'account_suspended', 'other']) {
      const answer = await analyst.post(`/alerts/${id}/answer`, { status });
      expect(answer.body).toMatchObject({ kind: 'applied', alert: { status } });
    }
    expect((await readAnswerTrace(dashboard, id)).forwards).toEqual([]);
  });

  test.for<[left: string, leftMs: number, kind: string]>([
    ['6 min', 6 * MINUTE_MS, 'held'],
    ['4 min 59 s', 5 * MINUTE_MS - 1000, 'applied'],
    ['10 s', 10_000, 'applied'],
  ])('with %s of the window left', async ([, leftMs, kind]) => {
    const { service, company, analyst } = dashboard;
    const id = await receiveAlert(service.url, company);
    await setDeadlineAhead(service.sql, id, leftMs);
    expect((await analyst.post(`/alerts/${id}/answer`, { status: 'notfound' })).body.kind).toBe(kind);
  });
});

describe('refusals come in the API’s order and words', () => {
  test('body 422, then blocked 403, then unknown 404, then the transition 422', async () => {
    const { service, analyst, company } = dashboard;
    const id = await receiveAlert(service.url, company);
    await placeAlert(service.sql, id, { status: 'notfound' });
    const wrong = await analyst.post(`/alerts/${id}/answer`, { status: 'done' });
    expect([wrong.status, wrong.body.error.message]).toEqual([
      422,
      'status must be one of notfound, account_suspended, other; received "done"',
    ]);
    await markCompanyBlocked(service.sql, company.companyId, 'a test');
    const blocked = await analyst.post('/alerts/no-id/answer', { status: 'other' });
    expect([blocked.status, blocked.body.error.code]).toEqual([403, 'COMPANY_BLOCKED']);
    await clearCompanyBlock(service.sql, company.companyId);
    expect((await analyst.post('/alerts/no-id/answer', { status: 'other' })).status).toBe(404);
    const definitive = await analyst.post(`/alerts/${id}/answer`, { status: 'other' });
    expect([definitive.status, definitive.body.error]).toEqual([
      422,
      { code: 'ALERT_INVALID_STATUS', message: 'Alert already has a definitive status' },
    ]);
  });

  test('late is late', async () => {
    const { service, analyst, company } = dashboard;
    const id = await receiveAlert(service.url, company);
    await ageAlert(service.sql, id, DAY_MS);
    const late = await analyst.post(`/alerts/${id}/answer`, { status: 'notfound' });
    expect([late.status, late.body.error.message]).toEqual([422, 'Response deadline has passed']);
    expect((await readAnswerTrace(dashboard, id)).isHeld).toBe(false);
  });

  test('a viewer may not answer or take back', async () => {
    const { service, company } = dashboard;
    const viewer = await signIn(service, { role: 'viewer', companyId: company.companyId });
    const id = await holdNewAnswer(dashboard);
    expect((await viewer.post(`/alerts/${id}/answer`, { status: 'other' })).status).toBe(403);
    expect((await viewer.post(`/alerts/${id}/take-back`)).status).toBe(403);
  });

  test('while one waits, another answer is out of step, until it is taken back', async () => {
    const { analyst } = dashboard;
    const id = await holdNewAnswer(dashboard);
    for (const status of ['notfound', 'account_suspended', 'other']) {
      const answer = await analyst.post(`/alerts/${id}/answer`, { status });
      expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
    }
    expect((await analyst.post(`/alerts/${id}/take-back`)).status).toBe(200);
    expect((await analyst.post(`/alerts/${id}/answer`, { status: 'account_suspended' })).body.kind).toBe(
      'held',
    );
  });
});

test('more that is due than one pass takes is not slept over', async () => {
  const { sql } = dashboard.service;
  await sql`delete from held_answers`;
  const id = await holdNewAnswer(dashboard);
  await sql`update held_answers set apply_at = clock_timestamp() + interval '1 hour'`;
  expect((await findDueHeldAnswers(sql, 1)).nextDueInMs).toBeGreaterThan(0);
  await makeHeldAnswerDue(dashboard, id);
  expect(await findDueHeldAnswers(sql, 1)).toMatchObject({ due: [{ alertId: id }], nextDueInMs: 0 });
  await applyHeld(dashboard, id);
});

describe('taking back', () => {
  test('leaves the alert as it was, and a word in the audit log', async () => {
    const { analyst, service } = dashboard;
    const id = await holdNewAnswer(dashboard);
    const answer = await analyst.post(`/alerts/${id}/take-back`);
    expect(answer.body.alert).toMatchObject({ id, status: 'pending', held: null });
    expect(await readAnswerTrace(dashboard, id)).toEqual({
      status: 'pending',
      history: [],
      forwards: [],
      isHeld: false,
    });
    const rows = await service.sql`
      select actor, details from audit_log where subject = ${id} and action = 'answer.taken_back'`;
    expect([...rows]).toEqual([{ actor: analyst.email, details: { status: 'notfound' } }]);
  });

  test('what does not wait, or was applied, cannot be taken back', async () => {
    const { analyst, service, company } = dashboard;
    const fresh = await receiveAlert(service.url, company);
    expect((await analyst.post(`/alerts/${fresh}/take-back`)).status).toBe(409);
    const id = await holdNewAnswer(dashboard);
    await makeHeldAnswerDue(dashboard, id);
    await applyHeld(dashboard, id);
    const late = await analyst.post(`/alerts/${id}/take-back`);
    expect([late.status, late.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await readAnswerTrace(dashboard, id)).status).toBe('notfound');
  });
});
