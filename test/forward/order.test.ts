import { describe, expect, test } from 'vitest';
import { startAnotherWork } from '../support/another-work.ts';
import type { Reaction } from '../support/provider-a.ts';
import { useForward } from '../support/use-forward.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useForward();

/** What was said about an alert, repeats of the same taken together. */
function withoutRepeats(heard: readonly string[]): string[] {
  return heard.filter((outcome, position) => outcome !== heard[position - 1]);
}

describe('D14: the provider never sees an older answer after a newer one', () => {
  test('other, then account_suspended: both are forwarded, in this order', async () => {
    const alerts = await bench.answer(3, 'other');
    for (const { id } of alerts) await bench.client.answer(id, 'account_suspended');
    await bench.settle(alerts);
    for (const { id, providerAlertId } of alerts) {
      expect(bench.provider.heard(providerAlertId)).toEqual(['other', 'account_suspended']);
      expect(await bench.receipts(id)).toMatchObject([
        { outcome: 'other', state: 'accepted' },
        { outcome: 'account_suspended', state: 'accepted' },
      ]);
    }
  });

  test('waiting together they never go in one message', async () => {
    const before = bench.provider.messages.length;
    const alerts = await bench.holdBack(async () => {
      const answered = await bench.answer(10, 'other');
      await Promise.all(answered.map(({ id }) => bench.client.answer(id, 'account_suspended')));
      return answered;
    });
    await bench.settle(alerts);
    for (const message of bench.provider.messages.slice(before)) {
      expect(new Set(message.map(({ alert_id: name }) => name)).size).toBe(message.length);
    }
    for (const { providerAlertId } of alerts) {
      expect(bench.provider.heard(providerAlertId)).toEqual(['other', 'account_suspended']);
    }
  });

  test.for<[what: string, Reaction]>([
    ['fails', { kind: 'say', status: 500, body: '' }],
    ['fails although it was taken', { kind: 'say', status: 500, body: '', takesIt: true }],
    ['is lost', { kind: 'drop', takesIt: false }],
    ['is lost although it was taken', { kind: 'drop', takesIt: true }],
    ['is not understood', { kind: 'say', status: 200, body: 'thanks' }],
  ])(
    'when the first attempt of the older %s, the newer waits until the older is settled',
    async ([, reaction]) => {
      const { provider } = bench;
      let reactions = 0;
      provider.behave(() => (reactions++ === 0 ? reaction : { kind: 'take' }));
      const [alert] = await bench.answer(1, 'other');
      const { id, providerAlertId } = alert ?? { id: '', providerAlertId: '' };
      await waitFor('the first attempt', async () => (await bench.receipts(id))[0]?.attempts === 1);
      // Far away, so that only the test brings the next attempt about.
      await bench.service.sql`
        update outbox_jobs set due_at = clock_timestamp() + interval '1 hour' where alert_id = ${id}`;
      await bench.client.answer(id, 'account_suspended');
      // A neighbour's answer that comes later goes out: the lane is open, only the newer answer waits.
      const [neighbour] = await bench.answer(1, 'notfound');
      await waitFor(
        "the neighbour's answer",
        () => provider.heard(neighbour?.providerAlertId ?? '').length > 0,
      );
      expect(provider.heard(providerAlertId)).not.toContain('account_suspended');
      await bench.settle([{ id, providerAlertId }]);
      expect(provider.heard(providerAlertId)).toEqual(['other', 'other', 'account_suspended']);
      expect(provider.effects(providerAlertId)).toEqual(['other', 'account_suspended']);
    },
  );

  test('when the older is refused for good, the newer still goes out', async () => {
    bench.provider.behave(() => ({
      kind: 'take',
      judge: ({ outcome }) =>
        outcome === 'other'
          ? { result: 'failure', recoverable: false, message: 'Not this one' }
          : { result: 'success', recoverable: false, message: '' },
    }));
    const alerts = await bench.answer(1, 'other');
    await bench.client.answer(alerts[0]?.id ?? '', 'account_suspended');
    await bench.settle(alerts);
    expect(await bench.receipts(alerts[0]?.id ?? '')).toMatchObject([
      { state: 'refused' },
      { state: 'accepted' },
    ]);
    expect(bench.provider.effects(alerts[0]?.providerAlertId ?? '')).toEqual(['account_suspended']);
  });
});

test('D14 in a storm: 80 alerts answered twice, two workers, a provider that fails every third time in another way', async () => {
  const failures: Reaction[] = [
    { kind: 'say', status: 500, body: '' },
    { kind: 'say', status: 502, body: 'x', takesIt: true },
    { kind: 'drop', takesIt: true },
  ];
  bench.provider.behave((_outcomes, count) =>
    count % 3 === 0 ? (failures[(count / 3) % 3] ?? { kind: 'take' }) : { kind: 'take' },
  );
  const another = await startAnotherWork(bench.service);
  const alerts = await bench.receive(80);
  const answering = alerts.map(async ({ id }, position) => {
    await bench.client.answer(id, 'other');
    // Half of them are answered again at once, half when the first answer is on its way.
    if (position % 2 === 0)
      await waitFor('an attempt', async () => (await bench.receipts(id))[0]?.attempts !== 0);
    await bench.client.answer(id, 'account_suspended');
  });
  await Promise.all(answering);
  await bench.settle(alerts);
  await another.stop();
  for (const { id, providerAlertId } of alerts) {
    expect(withoutRepeats(bench.provider.heard(providerAlertId))).toEqual(['other', 'account_suspended']);
    expect(bench.provider.effects(providerAlertId)).toEqual(['other', 'account_suspended']);
    expect(await bench.receipts(id)).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
  }
});
