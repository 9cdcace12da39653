import { describe, expect, test } from 'vitest';
import { readMoment, wholeNumberUpTo } from '../../src/cli/read-options.ts';

describe('a moment', () => {
  test.each([
    ['45s', 45_000],
    ['30m', 1_800_000],
    ['2h', 7_200_000],
    ['3d', 259_200_000],
    ['0s', 0],
  ])('%s is so long ago', (text, agoMs) => {
    expect(readMoment(text)).toEqual({ kind: 'ago', agoMs });
  });

  test.each([
    ['2026-11-02', '2026-11-02T00:00:00.000Z'],
    ['2026-11-02T12:30Z', '2026-11-02T12:30:00.000Z'],
    ['2026-11-02T12:30:15.250Z', '2026-11-02T12:30:15.250Z'],
    ['2026-11-02T12:30:00-03:00', '2026-11-02T15:30:00.000Z'],
  ])('%s is a point in time', (text, iso) => {
    expect(readMoment(text)).toEqual({ kind: 'at', at: new Date(iso) });
  });

  test.each([
    '',
    'soon',
    '-1h',
    '1.5h',
    '2 h',
    '2w',
    '3661d',
    '999999999d',
    '2026-02-30',
    '2026-11-02T25:00Z',
    '2026-11-02T12:00',
    '2026-11-02 12:00Z',
    '0000-01-01',
    '+012026-01-01',
  ])('"%s" is none', (text) => {
    expect(() => readMoment(text)).toThrow('Give a duration back from now such as');
  });
});

test.each(['0', '201', '-1', '1.5', '1e2', ' 1', ''])('"%s" is no number from 1 to 200', (text) => {
  expect(() => wholeNumberUpTo(200)(text)).toThrow('Give a whole number from 1 to 200.');
});
