import { beforeEach, describe, expect, test } from 'vitest';
import { PROVIDER_A_LANE } from '../../src/rules/lane.ts';
import { countOpenBreakers } from '../support/deliveries.ts';
import { setDeadlineAhead } from '../support/locks.ts';
import type { FakeProviderA } from '../support/provider-a.ts';
import { type ForwardedAlert, useForward } from '../support/use-forward.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useForward();
let provider: FakeProviderA;
beforeEach(() => {
  ({ provider } = bench);
});

/** Alerts whose deadline is this far ahead, each answered in time. */
async function answerBeforeDeadline(
  count: number,
  aheadMs: number,
  status = 'notfound',
): Promise<ForwardedAlert[]> {
  const alerts = await bench.receive(count);
  for (const { id } of alerts) {
    await setDeadlineAhead(bench.service.sql, id, aheadMs);
    expect((await bench.client.answer(id, status)).status).toBe(200);
  }
  return alerts;
}

async function waitUntilSettled(alerts: readonly ForwardedAlert[]): Promise<void> {
  await waitFor('every receipt to be settled', async () => {
    const receipts = await Promise.all(alerts.map(({ id }) => bench.receipts(id)));
    return receipts.every(([first]) => first?.settledAt instanceof Date);
  });
}

function alarmsAbout(id: string): { level: number; outcome: string }[] {
  return bench.service.logLines.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
}

async function expectTooLate({ id }: ForwardedAlert): Promise<void> {
  const [receipt] = await bench.receipts(id);
  expect(receipt).toMatchObject({ state: 'too_late', settledAt: expect.any(Date) });
  expect(receipt?.providerMessage).not.toBe('');
  expect(alarmsAbout(id)).toMatchObject([
    { level: 50, outcome: 'too_late', company_id: bench.company.companyId, msg: expect.any(String) },
  ]);
  const waiting = await bench.service
    .sql`select 1 from outbox_jobs where alert_id = ${id} and lane = ${PROVIDER_A_LANE}`;
  expect(waiting).toHaveLength(0);
}

describe('an answer is carried to the provider until its window ends, and not beyond it', () => {
  test('accepted just before the deadline while the provider is down: too late, said aloud, never left queued', async () => {
    await provider.goDown();
    const alerts = await answerBeforeDeadline(3, 1500);
    await waitUntilSettled(alerts);
    await provider.comeBack();
    for (const alert of alerts) await expectTooLate(alert);
    // What is answered after it goes through, and the provider has not heard of those that were too late.
    await bench.settle(await bench.answer(1));
    for (const { providerAlertId } of alerts) expect(provider.heard(providerAlertId)).toEqual([]);
  });

  test('each attempt falls inside the window, the last one at its end', async () => {
    provider.behave(() => ({ kind: 'say', status: 503, body: '' }));
    const [alert] = await answerBeforeDeadline(1, 4000);
    const { id, providerAlertId } = alert ?? { id: '', providerAlertId: '' };
    await waitUntilSettled([{ id, providerAlertId }]);
    await expectTooLate({ id, providerAlertId });
    const [receipt] = await bench.receipts(id);
    expect(receipt?.attempts).toBe(provider.heard(providerAlertId).length);
    // At 0 s, after 1 s, after 2 s more, and at the end if there was time for it; a busy machine may be late with one.
    expect(receipt?.attempts).toBeGreaterThanOrEqual(2);
    expect(receipt?.attempts).toBeLessThanOrEqual(4);
  });

  test('a window that ended before the first attempt: nothing is sent, and the receipt counts no attempt', async () => {
    const alerts = await bench.holdBack(async () => {
      const late = await answerBeforeDeadline(3, 700);
      await waitFor('the deadline', async () => {
        const open = await bench.service.sql`
          select 1 from outbox_jobs where lane = ${PROVIDER_A_LANE} and give_up_at > clock_timestamp()`;
        return open.length === 0;
      });
      return late;
    });
    const inTime = await bench.answer(3);
    await waitUntilSettled([...alerts, ...inTime]);
    for (const alert of alerts) {
      await expectTooLate(alert);
      expect(provider.heard(alert.providerAlertId)).toEqual([]);
      expect(await bench.receipts(alert.id)).toMatchObject([{ attempts: 0, lastAttemptAt: null }]);
    }
    for (const { providerAlertId } of inTime) expect(provider.effects(providerAlertId)).toEqual(['notfound']);
  });

  test('D14: when other was too late, account_suspended has its own window and goes out', async () => {
    await provider.goDown();
    const [alert] = await answerBeforeDeadline(1, 1500, 'other');
    const { id, providerAlertId } = alert ?? { id: '', providerAlertId: '' };
    expect((await bench.client.answer(id, 'account_suspended')).status).toBe(200);
    await waitUntilSettled([{ id, providerAlertId }]);
    await provider.comeBack();
    await bench.settle([{ id, providerAlertId }]);
    expect(await bench.receipts(id)).toMatchObject([
      { outcome: 'other', state: 'too_late' },
      { outcome: 'account_suspended', state: 'accepted' },
    ]);
    expect(provider.heard(providerAlertId)).toEqual(['account_suspended']);
  });

  test('behind a provider that is known to be down they end on time as well', async () => {
    await provider.goDown();
    await bench.answer(100);
    await waitFor('the breaker to open', async () => {
      await bench.service
        .sql`update outbox_jobs set due_at = clock_timestamp() where lane = ${PROVIDER_A_LANE}`;
      return (await countOpenBreakers(bench.service.url, 'forward')) === 1;
    });
    const alerts = await answerBeforeDeadline(5, 1500);
    await waitUntilSettled(alerts);
    for (const alert of alerts) await expectTooLate(alert);
    for (const { providerAlertId } of alerts) expect(provider.heard(providerAlertId)).toEqual([]);
  });
});
