import { describe, expect, test } from 'vitest';
import { PROVIDER_A_LANE } from '../../src/rules/lane.ts';
import { readJobs } from '../support/deliveries.ts';
import { receiveAlert } from '../support/provider.ts';
import type { Outcome, ProviderBehaviour } from '../support/provider-a.ts';
import { useForward } from '../support/use-forward.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useForward();

async function waitingJobs(alertId: string): Promise<{ attemptsMade: number; dueInMs: number }[]> {
  return bench.service.sql`
    select attempts_made, extract(epoch from due_at - clock_timestamp())::float8 * 1000 as due_in_ms
    from outbox_jobs where alert_id = ${alertId} and lane = ${PROVIDER_A_LANE}`;
}

function judging(result: 'success' | 'failure', recoverable: boolean, message: string): ProviderBehaviour {
  return () => ({ kind: 'take', judge: () => ({ result, recoverable, message }) });
}

describe('chapter 2: what goes to provider A', () => {
  test('each outcome once, signed, with the time of the answer', async () => {
    const { provider, client } = bench;
    const [alert] = await bench.receive(1);
    const answer = await client.answer(alert?.id ?? '', 'account_suspended');
    await bench.settle([alert ?? { id: '', providerAlertId: '' }]);
    const sent = provider.messages.flat().filter(({ alert_id: id }) => id === alert?.providerAlertId);
    expect(sent).toEqual([
      {
        alert_id: alert?.providerAlertId,
        outcome: 'account_suspended',
        answered_at: answer.body.data.updated_at,
      },
    ]);
    expect(provider.badSignatures()).toBe(0);
  });

  test('of 180 answers each goes out once, 1 to 25 in a message, no more than 4 messages at once', async () => {
    const { provider } = bench;
    const before = provider.messages.length;
    const alerts = (await Promise.all([bench.answer(90, 'notfound'), bench.answer(90, 'other')])).flat();
    await bench.settle(alerts);
    const messages = provider.messages.slice(before);
    for (const { length } of messages) {
      expect(length).toBeGreaterThanOrEqual(1);
      expect(length).toBeLessThanOrEqual(25);
    }
    const names = messages.flat().map(({ alert_id: id }) => id);
    expect(names.toSorted()).toEqual(alerts.map(({ providerAlertId }) => providerAlertId).toSorted());
    expect(provider.atOnceMax()).toBeLessThanOrEqual(4);
  });

  test('those that wait together go together: 60 answers in 3 messages', async () => {
    const { provider } = bench;
    const before = provider.messages.length;
    await bench.settle(await bench.holdBack(() => bench.answer(60)));
    const lengths = provider.messages.slice(before).map(({ length }) => length);
    expect(lengths.toSorted((one, other) => one - other)).toEqual([10, 25, 25]);
  });

  test('D13: an answer to an alert of provider B is stored and never forwarded', async () => {
    const { client, company, provider, service } = bench;
    const id = await receiveAlert(service.url, company, 'provider_b_rdr', { alert_id: 'of provider B' });
    for (const status of ['other', 'notfound', 'account_suspended']) {
      expect((await client.answer(id, status)).status).toBe(200);
    }
    // What is answered later arrives, so what was answered before had its time.
    await bench.settle(await bench.answer(1));
    expect(provider.heard('of provider B')).toEqual([]);
    expect(await bench.receipts(id)).toEqual([]);
    expect(await readJobs(service.sql, id)).toEqual([]);
  });
});

describe('chapter 2: each alert keeps its receipt', () => {
  test('accepted: with the words and the time', async () => {
    bench.provider.behave(judging('success', false, 'Recorded, thank you'));
    const [alert] = await bench.answer(1);
    await bench.settle(alert ? [alert] : []);
    expect(await bench.receipts(alert?.id ?? '')).toEqual([
      {
        outcome: 'notfound',
        state: 'accepted',
        attempts: 1,
        providerMessage: 'Recorded, thank you',
        lastAttemptAt: expect.any(Date),
        settledAt: expect.any(Date),
      },
    ]);
    expect(await waitingJobs(alert?.id ?? '')).toEqual([]);
  });

  test('refused: settled with the words, not tried again, and said aloud in the log', async () => {
    bench.provider.behave(judging('failure', false, 'Case is closed'));
    const [alert] = await bench.answer(1);
    await bench.settle(alert ? [alert] : []);
    expect(await bench.receipts(alert?.id ?? '')).toMatchObject([
      { state: 'refused', attempts: 1, providerMessage: 'Case is closed', settledAt: expect.any(Date) },
    ]);
    expect(await waitingJobs(alert?.id ?? '')).toEqual([]);
    const lines = bench.service.logLines.filter((line) => line.includes(alert?.id ?? '?'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, company_id: bench.company.companyId, outcome: 'refused', reason: 'Case is closed' },
    ]);
  });

  test('recoverable: stays queued with the words until it is accepted', async () => {
    bench.provider.behave(judging('failure', true, 'Try later'));
    const [alert] = await bench.answer(1);
    await waitFor(
      'the first attempt',
      async () => (await bench.receipts(alert?.id ?? ''))[0]?.attempts === 1,
    );
    expect(await bench.receipts(alert?.id ?? '')).toMatchObject([
      { state: 'queued', providerMessage: 'Try later', lastAttemptAt: expect.any(Date), settledAt: null },
    ]);
    expect(await waitingJobs(alert?.id ?? '')).toMatchObject([{ attemptsMade: 1 }]);
    bench.provider.behave(judging('success', false, 'Now'));
    await bench.settle(alert ? [alert] : []);
    expect(await bench.receipts(alert?.id ?? '')).toMatchObject([
      { state: 'accepted', attempts: 2, providerMessage: 'Now' },
    ]);
  });

  test('in one message each has its own fate', async () => {
    const alerts = await bench.receive(25);
    const fates = ['success', 'refuse', 'retry', 'silent', 'success'] as const;
    const fateOf = (name: string): (typeof fates)[number] =>
      fates[alerts.findIndex(({ providerAlertId }) => providerAlertId === name) % 5] ?? 'success';
    let heard: readonly Outcome[] = [];
    bench.provider.behave((outcomes) => {
      if (heard.length === 0) heard = outcomes;
      return {
        kind: 'take',
        judge: ({ alert_id: name }) => {
          const fate = outcomes === heard ? fateOf(name) : 'success';
          if (fate === 'silent') return undefined;
          return {
            result: fate === 'success' ? 'success' : 'failure',
            recoverable: fate === 'retry',
            message: fate,
          };
        },
      };
    });
    await bench.holdBack(() => Promise.all(alerts.map(({ id }) => bench.client.answer(id, 'notfound'))));
    await bench.settle(alerts);
    expect(heard).toHaveLength(25);
    for (const { id, providerAlertId } of alerts) {
      const fate = fateOf(providerAlertId);
      const [receipt] = await bench.receipts(id);
      expect([fate, receipt?.state, receipt?.attempts]).toEqual([
        fate,
        fate === 'refuse' ? 'refused' : 'accepted',
        fate === 'success' || fate === 'refuse' ? 1 : 2,
      ]);
    }
  });
});
