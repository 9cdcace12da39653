import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { labelled, tally } from '../../src/metrics/tally.ts';

function useTally() {
  const registry = new Registry();
  const count = tally(registry, {
    name: 'things_total',
    help: 'Things.',
    known: labelled('kind', ['good', 'bad', 'absent']),
  });
  return { registry, count };
}

test('everything that can be counted is told from the start', async () => {
  const text = await useTally().registry.metrics();
  expect(text.match(/things_total\{kind="\w+"\} 0/g)).toHaveLength(3);
});

test('each thing counts once, however often and in whatever form somebody looks', async () => {
  const { registry, count } = useTally();
  count('good', 2);
  count('bad');
  for (let look = 0; look < 2; look += 1) {
    expect(await registry.metrics()).toContain('things_total{kind="good"} 2\n');
    // The form in which one of several processes tells its figures.
    const [things] = await registry.getMetricsAsJSON();
    expect(things?.values).toEqual([
      { labels: { kind: 'good' }, value: 2 },
      { labels: { kind: 'bad' }, value: 1 },
      { labels: { kind: 'absent' }, value: 0 },
    ]);
  }
  count('good');
  expect(await registry.metrics()).toContain('things_total{kind="good"} 3\n');
});
