import { describe, expect, test } from 'vitest';
import type { ProviderBehaviour, Reaction } from '../support/provider-a.ts';
import { type ForwardedAlert, useForward } from '../support/use-forward.ts';
import { waitFor } from '../support/wait-for.ts';

const bench = useForward();

/** Reacts like this to the next messages, one after the other, and takes all that follow. */
function first(...reactions: Reaction[]): ProviderBehaviour {
  const waiting = [...reactions];
  return () => waiting.shift() ?? { kind: 'take' };
}

async function expectOneEffectEach(alerts: readonly ForwardedAlert[], outcome: string): Promise<void> {
  for (const { id, providerAlertId } of alerts) {
    expect(bench.provider.effects(providerAlertId)).toEqual([outcome]);
    expect(await bench.receipts(id)).toMatchObject([
      { outcome, state: 'accepted', settledAt: expect.any(Date) },
    ]);
  }
}

async function attemptsOf(alerts: readonly ForwardedAlert[]): Promise<number[]> {
  const receipts = await Promise.all(alerts.map(({ id }) => bench.receipts(id)));
  return receipts.map(([receipt]) => receipt?.attempts ?? 0);
}

describe('whatever goes wrong, each accepted answer has exactly one effect at the provider', () => {
  const long = JSON.stringify({ results: [], padding: 'x'.repeat(100_000) });
  test.for<[what: string, reactions: Reaction[]]>([
    ['500', [{ kind: 'say', status: 500, body: 'oops' }]],
    ['500 although it took them', [{ kind: 'say', status: 500, body: 'oops', takesIt: true }]],
    ['429', [{ kind: 'say', status: 429, body: '' }]],
    ['401', [{ kind: 'say', status: 401, body: '' }]],
    ['a redirect', [{ kind: 'say', status: 302, body: '' }]],
    ['202 without a word on any', [{ kind: 'say', status: 202, body: '' }]],
    ['200 with HTML', [{ kind: 'say', status: 200, body: '<html>Welcome</html>' }]],
    ['200 with half an answer', [{ kind: 'say', status: 200, body: '{"results":[{"alert_id":' }]],
    ['200 with nothing, although it took them', [{ kind: 'say', status: 200, body: '', takesIt: true }]],
    ['200 with an empty list', [{ kind: 'say', status: 200, body: '{"results":[]}' }]],
    ['200 with an endless answer', [{ kind: 'say', status: 200, body: long }]],
    ['the connection drops before', [{ kind: 'drop', takesIt: false }]],
    ['the connection drops after it took them', [{ kind: 'drop', takesIt: true }]],
    [
      'one after the other',
      [
        { kind: 'drop', takesIt: true },
        { kind: 'say', status: 500, body: '', takesIt: true },
        { kind: 'say', status: 200, body: 'null' },
      ],
    ],
  ])('%s', async ([, reactions]) => {
    bench.provider.behave(first(...reactions));
    const alerts = await bench.holdBack(() => bench.answer(5));
    await bench.settle(alerts);
    await expectOneEffectEach(alerts, 'notfound');
    expect(await attemptsOf(alerts)).toEqual(alerts.map(() => reactions.length + 1));
  });

  test('it mentions only some of them: the others are sent again, those not', async () => {
    bench.provider.behave((outcomes) => ({
      kind: 'take',
      judge: ({ alert_id: name }) =>
        outcomes.length === 10 && outcomes.findIndex(({ alert_id: id }) => id === name) >= 4
          ? undefined
          : { result: 'success', recoverable: false, message: '' },
    }));
    const alerts = await bench.holdBack(() => bench.answer(10));
    await bench.settle(alerts);
    await expectOneEffectEach(alerts, 'notfound');
    const again = (await attemptsOf(alerts)).filter((attempts) => attempts === 2);
    expect(again).toHaveLength(6);
  });

  test('one result among 25 that cannot be read does not hold up the other 24', async () => {
    const garbled = new Set<string>();
    bench.provider.behave((outcomes, count) => {
      const results = outcomes.map(({ alert_id: name }, position) =>
        position === 7 && outcomes.length === 25
          ? { alert_id: name, result: 'success', recoverable: 'no', message: 42 }
          : { alert_id: name, result: 'success', recoverable: null, message: null },
      );
      if (outcomes.length === 25) garbled.add(outcomes[7]?.alert_id ?? String(count));
      return { kind: 'say', status: 200, body: JSON.stringify({ results }), takesIt: true };
    });
    const alerts = await bench.holdBack(() => bench.answer(25));
    await bench.settle(alerts);
    await expectOneEffectEach(alerts, 'notfound');
    const attempts = await attemptsOf(alerts);
    for (const [position, { providerAlertId }] of alerts.entries()) {
      expect(attempts[position]).toBe(garbled.has(providerAlertId) ? 2 : 1);
    }
  });

  test('words that PostgreSQL cannot hold as they are do not hold up the lane', async () => {
    const words = ['a\0b', 'a\ud800b', '\udc00', `${'x'.repeat(499)}😀`, '\u0000\ud83d'];
    let turn = 0;
    bench.provider.behave(() => ({
      kind: 'take',
      judge: () => ({ result: 'success', recoverable: false, message: words[turn++ % words.length] ?? '' }),
    }));
    const alerts = await bench.holdBack(() => bench.answer(5));
    await bench.settle(alerts);
    await expectOneEffectEach(alerts, 'notfound');
    const kept = await Promise.all(
      alerts.map(async ({ id }) => (await bench.receipts(id))[0]?.providerMessage),
    );
    expect(new Set(kept)).toEqual(new Set(['ab', 'a\ufffdb', '\ufffd', `${'x'.repeat(499)}\ufffd`]));
  });
});

test('25 results with 700 characters each are read like any other', async () => {
  bench.provider.behave(() => ({
    kind: 'take',
    judge: () => ({ result: 'success', recoverable: false, message: 'm'.repeat(700) }),
  }));
  const alerts = await bench.holdBack(() => bench.answer(25));
  await waitFor('all to be tried', async () => (await attemptsOf(alerts)).every((attempts) => attempts > 0));
  const receipts = await bench.receipts(alerts[0]?.id ?? '');
  bench.provider.behave(() => ({ kind: 'take' }));
  await bench.settle(alerts);
  expect(receipts).toMatchObject([{ state: 'accepted' }]);
});

describe('the provider is away for a while', () => {
  test('answers wait, are counted as tried, and all arrive when it is back', async () => {
    await bench.provider.goDown();
    const alerts = await bench.answer(40, 'account_suspended');
    await waitFor('a first attempt', async () => (await attemptsOf(alerts)).some((attempts) => attempts > 0));
    const receipts = (await Promise.all(alerts.map(({ id }) => bench.receipts(id)))).flat();
    const receipt = receipts.find(({ attempts }) => attempts > 0);
    expect(receipt).toMatchObject({ state: 'queued', providerMessage: 'connect: Connection refused' });
    await bench.provider.comeBack();
    await bench.settle(alerts);
    await expectOneEffectEach(alerts, 'account_suspended');
  });
});
