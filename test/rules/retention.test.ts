import { expect, test } from 'vitest';
import { attemptsKeptDays, retentionBorders } from '../../src/rules/retention.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = new Date('2026-11-02T12:00:00.000Z');

/** For how many days each is kept. */
function daysKept(
  retentionDays: number,
  [responseWindowDays, followUpWindowDays]: [number, number] = [1, 6],
) {
  const borders = retentionBorders(NOW, {
    retentionDays,
    responseWindowMs: responseWindowDays * DAY_MS,
    followUpWindowMs: followUpWindowDays * DAY_MS,
  });
  const days = (border: Date): number => (NOW.getTime() - border.getTime()) / DAY_MS;
  return [days(borders.alerts), days(borders.audit)];
}

test('D29: alerts are kept as long as is said, the audit log too, but never less than a year', () => {
  expect(daysKept(730)).toEqual([730, 730]);
  expect(daysKept(366)).toEqual([366, 366]);
  expect(daysKept(30)).toEqual([30, 365]);
});

test('however short that is, an alert outlives the windows in which it may be answered', () => {
  expect(daysKept(2)).toEqual([6, 365]);
  expect(daysKept(2, [9, 6])).toEqual([9, 365]);
});

test('D29: attempts are kept 90 days, and never longer than their alerts', () => {
  expect([730, 91, 90, 89, 30].map((retentionDays) => attemptsKeptDays({ retentionDays }))).toEqual([
    90, 90, 90, 89, 30,
  ]);
});
