import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, answerAlerts } from '../../src/callback/answer-alerts.ts';
import type { AnswerStatus } from '../../src/rules/alert.ts';
import { markCompanyBlocked, clearCompanyBlock } from '../../src/store/companies/companies.ts';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { lockAlert, waitForLockWaiters } from '../support/locks.ts';
import { receiveAlert } from '../support/provider.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { DAY_MS } from '../support/time.ts';

const STATUSES: readonly AnswerStatus[] = ['notfound', 'account_suspended', 'other'];

let service: TestService;
let second: SecondService;
let company: TestCompany;

beforeAll(async () => {
  service = await startTestService();
  second = await startSecondService(service);
  company = await createTestCompany(service.sql);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

/** The same company at either process. */
function clients() {
  return [createClient(service.url, company), createClient(second.url, company)] as const;
}

async function readTrace(alertId: string) {
  const history = await service.sql<{ fromStatus: string; toStatus: string }[]>`
    select from_status, to_status from alert_history where alert_id = ${alertId} order by history_id`;
  const forwards = await service.sql<{ outcome: string }[]>`
    select outcome from forwards where alert_id = ${alertId} order by forward_id`;
  const [alert] = await service.sql<{ status: string }[]>`select status from alerts where id = ${alertId}`;
  return {
    status: alert?.status,
    history: history.map(({ fromStatus, toStatus }) => `${fromStatus} → ${toStatus}`),
    forwards: forwards.map(({ outcome }) => outcome),
  };
}

function answerOf(alertId: string, status: AnswerStatus): Answer {
  const actor = { kind: 'user', reference: 'test' } as const;
  return { companyId: company.companyId, alertId, status, actor };
}

describe('many answers to one provider A alert at once, over two processes', () => {
  test.for(['notfound', 'account_suspended'] as const)('%s: exactly one wins', async (status) => {
    const id = await receiveAlert(service.url, company);
    const [here, there] = clients();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, caller) => (caller % 2 ? here : there).answer(id, status)),
    );
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    for (const lost of answers.filter((answer) => answer.status !== 200)) {
      expect(lost.status).toBe(422);
      expect(lost.body.error).toEqual({
        code: 'ALERT_INVALID_STATUS',
        message: 'Alert already has a definitive status',
      });
    }
    expect(await readTrace(id)).toEqual({ status, history: [`pending → ${status}`], forwards: [status] });
  });

  test('a mix of all three: what was answered 200 is exactly what history and forwards tell', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await receiveAlert(service.url, company);
      const [here, there] = clients();
      const answers = await Promise.all(
        Array.from({ length: 12 }, async (_, caller) => {
          const status = STATUSES[(caller + round) % 3] ?? 'other';
          return { status, answer: await (caller % 2 ? here : there).answer(id, status) };
        }),
      );
      const won = answers.filter(({ answer }) => answer.status === 200).map(({ status }) => status);
      const trace = await readTrace(id);
      // Either one definitive answer, or `other` and then `account_suspended`, or `other` alone; nothing else.
      const steps = trace.forwards;
      expect(['notfound', 'account_suspended', 'other', 'other account_suspended']).toContain(
        steps.join(' '),
      );
      expect(won.toSorted()).toEqual(steps.toSorted());
      expect(trace.status).toBe(steps.at(-1));
      expect(trace.history).toEqual(
        steps.map((to, step) => `${step === 0 ? 'pending' : steps[step - 1]} → ${to}`),
      );
    }
  });

  test('under one Idempotency-Key all get the same answer, and it happened once', async () => {
    const id = await receiveAlert(service.url, company);
    const [here, there] = clients();
    const key = { 'idempotency-key': `race-${id}` };
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, caller) => (caller % 2 ? here : there).answer(id, 'other', key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect(replayed).toHaveLength(11);
    expect(await readTrace(id)).toEqual({
      status: 'other',
      history: ['pending → other'],
      forwards: ['other'],
    });
  });

  test('provider B takes them all, one after the other, and each step begins where the last one ended', async () => {
    const id = await receiveAlert(service.url, company, 'provider_b_rdr');
    const [here, there] = clients();
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, caller) =>
        (caller % 2 ? here : there).answer(id, STATUSES[caller % 3]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    const { status, history, forwards } = await readTrace(id);
    expect(history).toHaveLength(12);
    expect(forwards).toEqual([]);
    let current = 'pending';
    for (const step of history) {
      expect(step.startsWith(`${current} → `)).toBe(true);
      current = step.slice(`${current} → `.length);
    }
    expect(status).toBe(current);
  });
});

describe('sets of answers, as bulk and CSV send them', () => {
  test('two overlapping sets in opposite order do not deadlock; each alert is answered once', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, async () => receiveAlert(service.url, company)));
    for (let round = 0; round < 3; round += 1) {
      const some = ids.slice(round * 12, round * 12 + 16);
      const [forward, backward] = await Promise.all([
        answerAlerts(
          service.sql,
          some.map((id) => answerOf(id, 'notfound')),
          6 * DAY_MS,
        ),
        answerAlerts(
          second.sql,
          some.toReversed().map((id) => answerOf(id, 'account_suspended')),
          6 * DAY_MS,
        ),
      ]);
      for (const [position, id] of some.entries()) {
        const kinds = [forward[position]?.kind, backward.toReversed()[position]?.kind];
        const trace = await readTrace(id);
        expect(kinds.filter((kind) => kind === 'accepted').length).toBeLessThanOrEqual(1);
        expect(trace.history).toHaveLength(1);
        expect(trace.forwards).toEqual([trace.status]);
      }
    }
  });

  test('sets that wait for each other in the middle are let through in turn', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, async () => receiveAlert(service.url, company)));
    const middle = await lockAlert(service.sql, ids.toSorted()[3] ?? '');
    const sets = Promise.all([
      answerAlerts(
        service.sql,
        ids.map((id) => answerOf(id, 'notfound')),
        6 * DAY_MS,
      ),
      answerAlerts(
        second.sql,
        ids.toReversed().map((id) => answerOf(id, 'notfound')),
        6 * DAY_MS,
      ),
    ]);
    await waitForLockWaiters(service.sql, 2);
    await middle.commit();
    const outcomes = await sets;
    expect(outcomes.map((set) => new Set(set.map(({ kind }) => kind)).size)).toEqual([1, 1]);
    expect(outcomes.map((set) => String(set[0]?.kind)).toSorted()).toEqual(['accepted', 'refused']);
  });

  test('the same alert twice in one set: the second meets the state the first one left', async () => {
    const [one, two] = [await receiveAlert(service.url, company), await receiveAlert(service.url, company)];
    const outcomes = await answerAlerts(
      service.sql,
      [
        answerOf(one, 'other'),
        answerOf(two, 'notfound'),
        answerOf(one.toUpperCase(), 'account_suspended'),
        answerOf(two, 'notfound'),
        answerOf(one, 'other'),
      ],
      6 * DAY_MS,
    );
    expect(
      outcomes.map((outcome) => (outcome.kind === 'accepted' ? outcome.status : outcome.refusal)),
    ).toEqual(['other', 'notfound', 'account_suspended', 'already_definitive', 'already_definitive']);
    expect(await readTrace(one)).toEqual({
      status: 'account_suspended',
      history: ['pending → other', 'other → account_suspended'],
      forwards: ['other', 'account_suspended'],
    });
    expect(await readTrace(two)).toEqual({
      status: 'notfound',
      history: ['pending → notfound'],
      forwards: ['notfound'],
    });
  });

  test("a foreign alert in a set is not found, and its owner's stays untouched", async () => {
    const other = await createTestCompany(service.sql);
    const [own, foreign] = [await receiveAlert(service.url, company), await receiveAlert(service.url, other)];
    const outcomes = await answerAlerts(
      service.sql,
      [answerOf(foreign, 'notfound'), answerOf(own, 'notfound')],
      6 * DAY_MS,
    );
    expect(outcomes).toMatchObject([{ kind: 'refused', refusal: 'alert_not_found' }, { kind: 'accepted' }]);
    expect(await readTrace(foreign)).toEqual({ status: 'pending', history: [], forwards: [] });
  });
});

describe('blocking a company while its answers are under way (D7)', () => {
  test('an answer that was still waiting when the block came is refused, and works once unblocked', async () => {
    const id = await receiveAlert(service.url, company);
    const [here] = clients();
    const held = await lockAlert(service.sql, id);
    const waiting = here.answer(id, 'notfound');
    await waitForLockWaiters(service.sql);
    await markCompanyBlocked(service.sql, company.companyId, 'test');
    await held.commit();
    const answer = await waiting;
    expect(answer.status).toBe(403);
    expect(answer.body.error).toEqual({ code: 'COMPANY_BLOCKED', message: 'Company is blocked' });
    expect(await readTrace(id)).toEqual({ status: 'pending', history: [], forwards: [] });
    await clearCompanyBlock(service.sql, company.companyId);
    expect((await here.answer(id, 'notfound')).status).toBe(200);
  });
});
