import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyHeldAnswer } from '../../src/callback/apply-held-answer.ts';
import { blockCompany, unblockCompany } from '../../src/store/companies.ts';
import { startAnotherWork } from '../support/another-work.ts';
import { createTestCompany } from '../support/company.ts';
import { signIn } from '../support/dashboard.ts';
import { lockAlert, setDeadlineAhead, waitForLockWaiters } from '../support/locks.ts';
import { placeAlert } from '../support/place-alert.ts';
import { receiveAlert } from '../support/provider.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { ageAlert, DAY_MS } from '../support/time.ts';
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

const MINUTE_MS = 60_000;

async function readTrace(alertId: string) {
  const { sql } = dashboard.service;
  const [alert] = await sql<{ status: string }[]>`select status from alerts where id = ${alertId}`;
  const history = await sql<{ toStatus: string; actorKind: string; actor: string }[]>`
    select to_status, actor_kind, actor from alert_history where alert_id = ${alertId} order by history_id`;
  const forwards = await sql<{ outcome: string }[]>`select outcome from forwards where alert_id = ${alertId}`;
  const held = await sql`select 1 from held_answers where alert_id = ${alertId}`;
  return {
    status: alert?.status,
    history: history.map(({ toStatus, actorKind, actor }) => `${toStatus} by ${actorKind} ${actor}`),
    forwards: forwards.map(({ outcome }) => outcome),
    isHeld: held.length > 0,
  };
}

/** Lets the time for a change of mind be over. */
async function makeDue(alertId: string): Promise<void> {
  await dashboard.service.sql`
    update held_answers set apply_at = clock_timestamp() - interval '1 ms' where alert_id = ${alertId}`;
}

async function apply(alertId: string, { sql } = dashboard.service as { sql: typeof dashboard.service.sql }) {
  const { company, service } = dashboard;
  const key = { companyId: company.companyId, alertId };
  return applyHeldAnswer(sql, key, service.config.followUpWindowMs);
}

async function holdNew(status = 'notfound'): Promise<string> {
  const { service, company, analyst } = dashboard;
  const id = await receiveAlert(service.url, company);
  const answer = await analyst.post(`/alerts/${id}/answer`, { status });
  expect(answer.body.kind).toBe('held');
  return id;
}

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
    expect(await readTrace(id)).toEqual({ status: 'pending', history: [], forwards: [], isHeld: true });
    // Everybody sees that it waits.
    const colleague = await signIn(service, { role: 'viewer', companyId: company.companyId });
    expect((await colleague.get(`/alerts?q=${id}`)).body.data[0].held).toEqual(answer.body.alert.held);
    expect((await colleague.get(`/alerts/${id}`)).body.alert.held).toEqual(answer.body.alert.held);
    // Nor is it applied before its time.
    expect(await apply(id)).toBeUndefined();
  });

  test('`other` is applied at once, and `account_suspended` after it waits', async () => {
    const { service, company, analyst } = dashboard;
    const id = await receiveAlert(service.url, company);
    const first = await analyst.post(`/alerts/${id}/answer`, { status: 'other' });
    expect(first.body).toMatchObject({ kind: 'applied', alert: { status: 'other', held: null } });
    const then = await analyst.post(`/alerts/${id}/answer`, { status: 'account_suspended' });
    expect(then.body).toMatchObject({ kind: 'held', alert: { status: 'other' } });
    expect((await readTrace(id)).history).toEqual([`other by user ${analyst.userId}`]);
  });

  test('provider B takes any answer at once', async () => {
    const { service, company, analyst } = dashboard;
    const id = await receiveAlert(service.url, company, 'provider_b_rdr');
    for (const status of ['notfound', 'account_suspended', 'other']) {
      const answer = await analyst.post(`/alerts/${id}/answer`, { status });
      expect(answer.body).toMatchObject({ kind: 'applied', alert: { status } });
    }
    expect((await readTrace(id)).forwards).toEqual([]);
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
    await blockCompany(service.sql, company.companyId, 'a test');
    const blocked = await analyst.post('/alerts/no-id/answer', { status: 'other' });
    expect([blocked.status, blocked.body.error.code]).toEqual([403, 'COMPANY_BLOCKED']);
    await unblockCompany(service.sql, company.companyId);
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
    expect((await readTrace(id)).isHeld).toBe(false);
  });

  test('a viewer may not answer or take back', async () => {
    const { service, company } = dashboard;
    const viewer = await signIn(service, { role: 'viewer', companyId: company.companyId });
    const id = await holdNew();
    expect((await viewer.post(`/alerts/${id}/answer`, { status: 'other' })).status).toBe(403);
    expect((await viewer.post(`/alerts/${id}/take-back`)).status).toBe(403);
  });

  test('while one waits, another answer is out of step, until it is taken back', async () => {
    const { analyst } = dashboard;
    const id = await holdNew();
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

describe('taking back', () => {
  test('leaves the alert as it was, and a word in the audit log', async () => {
    const { analyst, service } = dashboard;
    const id = await holdNew();
    const answer = await analyst.post(`/alerts/${id}/take-back`);
    expect(answer.body.alert).toMatchObject({ id, status: 'pending', held: null });
    expect(await readTrace(id)).toEqual({ status: 'pending', history: [], forwards: [], isHeld: false });
    const rows = await service.sql`
      select actor, details from audit_log where subject = ${id} and action = 'answer.taken_back'`;
    expect([...rows]).toEqual([{ actor: analyst.email, details: { status: 'notfound' } }]);
  });

  test('what does not wait, or was applied, cannot be taken back', async () => {
    const { analyst, service, company } = dashboard;
    const fresh = await receiveAlert(service.url, company);
    expect((await analyst.post(`/alerts/${fresh}/take-back`)).status).toBe(409);
    const id = await holdNew();
    await makeDue(id);
    await apply(id);
    const late = await analyst.post(`/alerts/${id}/take-back`);
    expect([late.status, late.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await readTrace(id)).status).toBe('notfound');
  });
});

describe('races', () => {
  test('of applying, twice, and taking back, twice, over two processes exactly one happens', async () => {
    const { analyst } = dashboard;
    for (let round = 0; round < 15; round += 1) {
      const id = await holdNew();
      await makeDue(id);
      const [here, there, ...takenBack] = await Promise.all([
        apply(id),
        apply(id, second),
        analyst.post(`/alerts/${id}/take-back`),
        analyst.post(`/alerts/${id}/take-back`),
      ]);
      const applied = [here, there].filter((one) => one?.outcome.kind === 'accepted').length;
      const taken = takenBack.filter(({ status }) => status === 200).length;
      expect(applied + taken).toBe(1);
      const trace = await readTrace(id);
      expect(trace.isHeld).toBe(false);
      expect(trace.forwards).toEqual(applied === 1 ? ['notfound'] : []);
    }
  });

  test('a second answer in the moment the first is applied neither deadlocks nor wins', async () => {
    const { analyst, service } = dashboard;
    const id = await holdNew();
    await makeDue(id);
    const lock = await lockAlert(service.sql, id);
    const applying = apply(id, second);
    await waitForLockWaiters(service.sql, 1);
    const answering = analyst.post(`/alerts/${id}/answer`, { status: 'account_suspended' });
    const takingBack = analyst.post(`/alerts/${id}/take-back`);
    await waitForLockWaiters(service.sql, 3);
    await lock.commit();
    expect((await applying)?.outcome.kind).toBe('accepted');
    expect([409, 422]).toContain((await answering).status);
    expect((await takingBack).status).toBe(409);
    expect(await readTrace(id)).toMatchObject({ status: 'notfound', forwards: ['notfound'], isHeld: false });
  });

  test('twenty people answer at once: one answer waits', async () => {
    const { analyst, service, company } = dashboard;
    const id = await receiveAlert(service.url, company);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => analyst.post(`/alerts/${id}/answer`, { status: 'notfound' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
  });

  test('when the API answered meanwhile, the held one goes away and is audited', async () => {
    const { analyst, service, api } = dashboard;
    const id = await holdNew();
    expect((await api.answer(id, 'account_suspended')).status).toBe(200);
    await makeDue(id);
    expect((await apply(id))?.outcome).toEqual({ kind: 'refused', refusal: 'already_definitive' });
    expect(await readTrace(id)).toMatchObject({ status: 'account_suspended', isHeld: false });
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
    await makeDue(id);
    await blockCompany(service.sql, company.companyId, 'a test');
    const key = { companyId: company.companyId, alertId: id };
    const applied = await applyHeldAnswer(service.sql, key, service.config.followUpWindowMs);
    expect(applied?.outcome).toEqual({ kind: 'refused', refusal: 'company_blocked' });
    expect(await readTrace(id)).toMatchObject({ status: 'pending', isHeld: false });
  });

  test('another company cannot take it back', async () => {
    const id = await holdNew();
    expect((await dashboard.strangerAnalyst.post(`/alerts/${id}/take-back`)).status).toBe(404);
    expect((await readTrace(id)).isHeld).toBe(true);
  });
});

describe('the loop', () => {
  test('any process applies it, five seconds after it was given and never earlier', async () => {
    const { service } = dashboard;
    const id = await holdNew();
    const work = await startAnotherWork(service, { hearsNotices: false });
    const [held] = await service.sql<{ applyAt: Date }[]>`
      select apply_at from held_answers where alert_id = ${id}`;
    await waitFor('the answer', async () => (await readTrace(id)).status === 'notfound');
    await work.stop();
    const [row] = await service.sql<{ changedAt: Date }[]>`
      select changed_at from alert_history where alert_id = ${id}`;
    const lateMs = Number(row?.changedAt) - Number(held?.applyAt);
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(5000);
    expect((await readTrace(id)).history).toEqual([`notfound by user ${dashboard.analyst.userId}`]);
  });

  test('a process killed while it applies one leaves it to the next', { timeout: 60_000 }, async () => {
    const { service } = dashboard;
    const id = await holdNew();
    const lock = await lockAlert(service.sql, id);
    await makeDue(id);
    const victim = await startServiceProcess(service.config, 'api');
    // It has taken the row away, in its transaction, and waits for the alert.
    await waitForLockWaiters(service.sql, 1);
    await victim.kill();
    await lock.commit();
    const heir = await startAnotherWork(service, { hearsNotices: false });
    await waitFor('the answer', async () => (await readTrace(id)).status === 'notfound');
    await heir.stop();
    const trace = await readTrace(id);
    expect(trace).toMatchObject({ forwards: ['notfound'], isHeld: false });
    expect(trace.history).toHaveLength(1);
  });

  test('three processes at once apply each of many exactly once', { timeout: 60_000 }, async () => {
    const { service } = dashboard;
    const ids = await Promise.all(Array.from({ length: 30 }, () => holdNew()));
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
      const trace = await readTrace(id);
      expect(trace).toMatchObject({ status: 'notfound', forwards: ['notfound'] });
      expect(trace.history).toHaveLength(1);
    }
  });
});
