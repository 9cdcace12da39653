import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyHeldAnswer } from '../../src/callback/apply-held-answer.ts';
import { markCompanyBlocked } from '../../src/store/companies/companies.ts';
import { startAnotherWork } from '../support/another-work.ts';
import { createTestCompany } from '../support/company.ts';
import { signIn } from '../support/dashboard.ts';
import { applyHeld, holdNewAnswer, makeHeldAnswerDue, readAnswerTrace } from '../support/held-answers.ts';
import { lockAlert, waitForLockWaiters } from '../support/locks.ts';
import { receiveAlert } from '../support/provider.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { useDashboard } from '../support/use-dashboard.ts';
import { waitFor } from '../support/wait-for.ts';
import { killServiceProcesses, startServiceProcess } from '../support/worker-process.ts';

/** Nothing runs by itself here: each test says when a held answer is applied, and by whom. */
const dashboard = useDashboard();
let second: SecondService;

beforeAll(async () => {
  second = await startSecondService(dashboard.service);
});
afterAll(async () => {
  killServiceProcesses();
  await second.stop();
});

describe('races', () => {
  test('of applying, twice, and taking back, twice, over two processes exactly one happens', async () => {
    const { analyst } = dashboard;
    for (let round = 0; round < 15; round += 1) {
      const id = await holdNewAnswer(dashboard);
      await makeHeldAnswerDue(dashboard, id);
      const [here, there, ...takenBack] = await Promise.all([
        applyHeld(dashboard, id),
        applyHeld(dashboard, id, second),
        analyst.post(`/alerts/${id}/take-back`),
        analyst.post(`/alerts/${id}/take-back`),
      ]);
      const applied = [here, there].filter((one) => one?.outcome.kind === 'accepted').length;
      const taken = takenBack.filter(({ status }) => status === 200).length;
      expect(applied + taken).toBe(1);
      const trace = await readAnswerTrace(dashboard, id);
      expect(trace.isHeld).toBe(false);
      expect(trace.forwards).toEqual(applied === 1 ? ['notfound'] : []);
    }
  });

  test('a second answer in the moment the first is applied neither deadlocks nor wins', async () => {
    const { analyst, service } = dashboard;
    const id = await holdNewAnswer(dashboard);
    await makeHeldAnswerDue(dashboard, id);
    const lock = await lockAlert(service.sql, id);
    const applying = applyHeld(dashboard, id, second);
    await waitForLockWaiters(service.sql, 1);
    const answering = analyst.post(`/alerts/${id}/answer`, { status: 'account_suspended' });
    const takingBack = analyst.post(`/alerts/${id}/take-back`);
    await waitForLockWaiters(service.sql, 3);
    await lock.commit();
    expect((await applying)?.outcome.kind).toBe('accepted');
    expect([409, 422]).toContain((await answering).status);
    expect((await takingBack).status).toBe(409);
    expect(await readAnswerTrace(dashboard, id)).toMatchObject({
      status: 'notfound',
      forwards: ['notfound'],
      isHeld: false,
    });
  });

  test('twenty people answer at once: one answer waits', async () => {
    const { analyst, service, company } = dashboard;
    const id = await receiveAlert(service.url, company);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => analyst.post(`/alerts/${id}/answer`, { status: 'notfound' })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test('when the API answered meanwhile, the held one goes away and is audited', async () => {
    const { analyst, service, api } = dashboard;
    const id = await holdNewAnswer(dashboard);
    expect((await api.answer(id, 'account_suspended')).status).toBe(200);
    await makeHeldAnswerDue(dashboard, id);
    expect((await applyHeld(dashboard, id))?.outcome).toEqual({
      kind: 'refused',
      refusal: 'already_definitive',
    });
    expect(await readAnswerTrace(dashboard, id)).toMatchObject({
      status: 'account_suspended',
      isHeld: false,
    });
    const rows = await service.sql`
      select user_id, actor, details from audit_log where subject = ${id} and action = 'answer.refused'`;
    expect([...rows]).toEqual([
      {
        userId: analyst.userId,
        actor: analyst.email,
        details: { status: 'notfound', refusal: 'already_definitive' },
      },
    ]);
  });

  test('when the company was blocked meanwhile, it is refused too', async () => {
    const { service } = dashboard;
    const company = await createTestCompany(service.sql);
    const owner = await signIn(service, { role: 'owner', companyId: company.companyId });
    const id = await receiveAlert(service.url, company);
    await owner.post(`/alerts/${id}/answer`, { status: 'notfound' });
    await makeHeldAnswerDue(dashboard, id);
    await markCompanyBlocked(service.sql, company.companyId, 'a test');
    const key = { companyId: company.companyId, alertId: id };
    const applied = await applyHeldAnswer(service.sql, key, service.config.followUpWindowMs);
    expect(applied?.outcome).toEqual({ kind: 'refused', refusal: 'company_blocked' });
    expect(await readAnswerTrace(dashboard, id)).toMatchObject({ status: 'pending', isHeld: false });
  });

  test('another company cannot take it back', async () => {
    const id = await holdNewAnswer(dashboard);
    expect((await dashboard.strangerAnalyst.post(`/alerts/${id}/take-back`)).status).toBe(404);
    expect((await readAnswerTrace(dashboard, id)).isHeld).toBe(true);
  });
});

describe('the loop', () => {
  test('any process applies it, five seconds after it was given and never earlier', async () => {
    const { service } = dashboard;
    const id = await holdNewAnswer(dashboard);
    const work = await startAnotherWork(service, { hearsNotices: false });
    const [held] = await service.sql<{ applyAt: Date }[]>`
      select apply_at from held_answers where alert_id = ${id}`;
    await waitFor('the answer', async () => (await readAnswerTrace(dashboard, id)).status === 'notfound');
    await work.stop();
    const [row] = await service.sql<{ changedAt: Date }[]>`
      select changed_at from alert_history where alert_id = ${id}`;
    const lateMs = Number(row?.changedAt) - Number(held?.applyAt);
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(5000);
    expect((await readAnswerTrace(dashboard, id)).history).toEqual([
      `notfound by user ${dashboard.analyst.userId}`,
    ]);
  });

  test('a process killed while it applies one leaves it to the next', { timeout: 60_000 }, async () => {
    const { service } = dashboard;
    const id = await holdNewAnswer(dashboard);
    const lock = await lockAlert(service.sql, id);
    await makeHeldAnswerDue(dashboard, id);
    const victim = await startServiceProcess(service.config, 'api');
    // It has taken the row away, in its transaction, and waits for the alert.
    await waitForLockWaiters(service.sql, 1);
    await victim.kill();
    await lock.commit();
    const heir = await startAnotherWork(service, { hearsNotices: false });
    await waitFor('the answer', async () => (await readAnswerTrace(dashboard, id)).status === 'notfound');
    await heir.stop();
    const trace = await readAnswerTrace(dashboard, id);
    expect(trace).toMatchObject({ forwards: ['notfound'], isHeld: false });
    expect(trace.history).toHaveLength(1);
  });

  test('three processes at once apply each of many exactly once', { timeout: 60_000 }, async () => {
    const { service } = dashboard;
    const ids = await Promise.all(Array.from({ length: 30 }, () => holdNewAnswer(dashboard)));
    const works = await Promise.all([1, 2, 3].map(() => startAnotherWork(service, { hearsNotices: false })));
    await service.sql`
      update held_answers set apply_at = clock_timestamp() where alert_id in ${service.sql(ids)}`;
    await waitFor('all of them', async () => {
      const left =
        await service.sql`select 1 from held_answers where alert_id in ${service.sql(ids)} limit 1`;
      return left.length === 0;
    });
    await Promise.all(works.map((work) => work.stop()));
    for (const id of ids) {
      const trace = await readAnswerTrace(dashboard, id);
      expect(trace).toMatchObject({ status: 'notfound', forwards: ['notfound'] });
      expect(trace.history).toHaveLength(1);
    }
  });
});
