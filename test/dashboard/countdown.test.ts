import { describe, expect, test } from 'vitest';
import { standingOf } from '../../dashboard/src/answering/standing.ts';
import { shownTimeLeft, urgencyOf, writeTimeLeft } from '../../dashboard/src/answering/urgency.ts';
import type { AlertRowShape } from '../../src/shapes/dashboard/alerts.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('how pressing an answer is, at each border', () => {
  test.each([
    ['6 h', 6 * HOUR, 'calm'],
    ['1 ms under 6 h', 6 * HOUR - 1, 'soon'],
    ['2 h', 2 * HOUR, 'soon'],
    ['1 ms under 2 h', 2 * HOUR - 1, 'urgent'],
    ['15 min', 15 * MINUTE, 'urgent'],
    ['1 ms under 15 min', 15 * MINUTE - 1, 'now'],
    ['1 ms', 1, 'now'],
    ['nothing', 0, 'passed'],
    ['a deadline that is over', -5 * SECOND, 'passed'],
  ] as const)('%s', (_, leftMs, urgency) => {
    expect(urgencyOf(leftMs)).toBe(urgency);
  });

  test('what is shown looks as pressing as what is left', () => {
    for (const border of [15 * MINUTE, 2 * HOUR, 6 * HOUR]) {
      for (const leftMs of [border + 1, border, border - 1]) {
        expect(urgencyOf(shownTimeLeft(leftMs))).toBe(urgencyOf(leftMs));
      }
    }
  });
});

test.each([
  [5 * 24 * HOUR + 3 * HOUR, '5 d 3 h'],
  [5 * HOUR + 2 * MINUTE + 59 * SECOND, '5 h 02 min'],
  [48 * MINUTE, '48 min'],
  [15 * MINUTE, '15 min'],
  [14 * MINUTE + 32 * SECOND + 900, '14:32'],
  [9 * SECOND, '0:09'],
  [-1, '0:00'],
])('%i ms are written as %s', (leftMs, text) => {
  expect(writeTimeLeft(leftMs)).toBe(text);
});

describe('where an alert stands', () => {
  const pending = {
    provider: 'provider_a_alerts',
    status: 'pending',
    expires_at: '2026-11-16T00:00:00.000Z',
    answer_by: '2026-11-16T00:00:00.000Z',
    held: null,
  } as AlertRowShape;

  test.each<[string, Partial<AlertRowShape>, object]>([
    ['pending at provider A', {}, { kind: 'waits', answerBy: pending.expires_at }],
    [
      'pending of a blocked company: the clock runs on',
      { answer_by: null },
      { kind: 'waits', answerBy: pending.expires_at },
    ],
    ['provider B, whatever its status', { provider: 'provider_b_rdr' }, { kind: 'auto_refunded' }],
    [
      'a held answer',
      { held: { status: 'notfound', until: '2026-11-15T00:00:05.000Z' } },
      { kind: 'held', status: 'notfound', until: '2026-11-15T00:00:05.000Z' },
    ],
    [
      'other, while it can be followed up',
      { status: 'other', answer_by: '2026-11-20T00:00:00.000Z' },
      { kind: 'follow_up', until: '2026-11-20T00:00:00.000Z' },
    ],
    ['other, afterwards', { status: 'other', answer_by: null }, { kind: 'answered' }],
    ['expired', { status: 'expired', answer_by: null }, { kind: 'expired' }],
    ['a final answer', { status: 'account_suspended', answer_by: null }, { kind: 'answered' }],
  ])('%s', (_, change, standing) => {
    expect(standingOf({ ...pending, ...change })).toEqual(standing);
  });
});
