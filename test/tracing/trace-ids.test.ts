import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSampled, spanIdOf, traceIdOf, traceparentOf } from '../../src/tracing/trace-ids.ts';

const ALERT = '0197A1F0-7b5c-7d11-9a0e-3c5f1b2a4d6e';

test('the trace of an alert is its id, however it is written', () => {
  expect(traceIdOf(ALERT)).toBe('0197a1f07b5c7d119a0e3c5f1b2a4d6e');
  expect(spanIdOf(ALERT, 'receipt')).toBe(spanIdOf(ALERT.toLowerCase(), 'receipt'));
});

test('spans differ by what they are about, and a traceparent is as W3C wants it', () => {
  const spans = [
    spanIdOf(ALERT, 'receipt'),
    spanIdOf(ALERT, 'delivery', 'e', 1),
    spanIdOf(ALERT, 'delivery', 'e', 2),
  ];
  expect(new Set(spans).size).toBe(3);
  expect(traceparentOf(ALERT, spans[0] ?? '')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

test.each([
  [0, 0, 0],
  [0.25, 150, 350],
  [1, 1000, 1000],
])('of a thousand alerts %d are traced', (ratio, least, most) => {
  const traced = Array.from({ length: 1000 }, () => randomUUIDv7()).filter((id) => isSampled(id, ratio));
  expect(traced.length).toBeGreaterThanOrEqual(least);
  expect(traced.length).toBeLessThanOrEqual(most);
});
