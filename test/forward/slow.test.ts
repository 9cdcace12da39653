import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useForward } from '../support/use-forward.ts';

const bench = useForward();

test('a provider that takes its time, but answers within 10 s, is heard; one that took the answers and says nothing gets them again', async () => {
  const { provider } = bench;
  provider.behave(async (_outcomes, count) => {
    if (count === 1) await pause(3000);
    return count === 2 ? { kind: 'hang', takesIt: true } : { kind: 'take' };
  });
  const [slow, silent] = await bench.holdBack(() =>
    Promise.all([bench.answer(25), bench.answer(25, 'other')]),
  );
  await bench.settle([...slow, ...silent]);
  for (const [alerts, outcome] of [
    [slow, 'notfound'],
    [silent, 'other'],
  ] as const) {
    for (const { id, providerAlertId } of alerts) {
      expect(provider.effects(providerAlertId)).toEqual([outcome]);
      expect(await bench.receipts(id)).toMatchObject([
        { state: 'accepted', attempts: provider.heard(providerAlertId).length },
      ]);
    }
  }
  const repeated = [...slow, ...silent].filter(
    ({ providerAlertId }) => provider.heard(providerAlertId).length === 2,
  );
  expect(repeated).toHaveLength(25);
});
