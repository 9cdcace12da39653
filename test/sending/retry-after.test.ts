import { expect, test } from 'vitest';
import { readRetryAfterMs } from '../../src/sending/retry-after.ts';

const now = new Date('2026-11-06T08:49:37Z');

test.each([
  ['0', 0],
  ['1', 1_000],
  [' 120 ', 120_000],
  ['007', 7_000],
  ['3600', 3_600_000],
  ['3601', 3_600_000],
  ['9'.repeat(400), 3_600_000],
  ['Fri, 06 Nov 2026 08:49:37 GMT', 0],
  ['Fri, 06 Nov 2026 08:50:07 GMT', 30_000],
  ['Friday, 06-Nov-26 08:50:07 GMT', 30_000],
  ['Fri Nov  6 08:50:07 2026', 30_000],
  ['Sat, 07 Nov 2026 08:49:37 GMT', 3_600_000],
])('%s asks for %i ms', (value, expected) => {
  expect(readRetryAfterMs(value, now)).toBe(expected);
});

test.each([
  undefined,
  '',
  ' ',
  '-1',
  '+1',
  '1.5',
  '1e3',
  '0x10',
  '1, 2',
  'soon',
  'Infinity',
  '2026-11-06T08:50:07Z',
  'Fri, 06 Nov 2026 08:49:36 GMT',
  'Fri, 06 Nov 2026 08:50:07 BRT',
  'Fri, 99 Nov 2026 08:50:07 GMT',
  'Fri, 06 Nov 2026',
])('%s says nothing', (value) => {
  expect(readRetryAfterMs(value, now)).toBeUndefined();
});
