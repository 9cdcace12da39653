import { describe, expect, test } from 'vitest';
import type { AlertStatus, AnswerStatus } from '../../src/rules/alert.ts';
import { decideHold } from '../../src/rules/hold-answer.ts';
import type { Provider } from '../../src/rules/provider.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RECEIVED_AT = Date.parse('2026-11-02T12:00:00.000Z');
const A = 'provider_a_alerts';
const B = 'provider_b_rdr';

function decide(provider: Provider, status: AlertStatus, ageMs: number, answer: AnswerStatus): string {
  const alert = {
    provider,
    status,
    receivedAt: new Date(RECEIVED_AT),
    expiresAt: new Date(RECEIVED_AT + DAY),
  };
  const now = new Date(RECEIVED_AT + ageMs);
  const hold = decideHold(alert, answer, now, 6 * DAY);
  return hold.kind === 'apply' ? 'at once' : `in ${hold.applyAt.getTime() - now.getTime()} ms`;
}

describe('a final answer to provider A waits 5 s while 5 min or more of its window are left', () => {
  test.for<[Provider, AlertStatus, AnswerStatus, left: string, ageMs: number, expected: string]>([
    [A, 'pending', 'notfound', '24 h', 0, 'in 5000 ms'],
    [A, 'pending', 'account_suspended', '24 h', 0, 'in 5000 ms'],
    [A, 'pending', 'notfound', '5 min + 1 ms', DAY - 5 * MINUTE - 1, 'in 5000 ms'],
    [A, 'pending', 'notfound', '5 min', DAY - 5 * MINUTE, 'in 5000 ms'],
    [A, 'pending', 'notfound', '5 min − 1 ms', DAY - 5 * MINUTE + 1, 'at once'],
    [A, 'pending', 'account_suspended', '5 min − 1 ms', DAY - 5 * MINUTE + 1, 'at once'],
    [A, 'pending', 'notfound', '1 ms', DAY - 1, 'at once'],
    // After `other` the window is the six days.
    [A, 'other', 'account_suspended', '5 d', DAY, 'in 5000 ms'],
    [A, 'other', 'account_suspended', '5 min', 6 * DAY - 5 * MINUTE, 'in 5000 ms'],
    [A, 'other', 'account_suspended', '5 min − 1 ms', 6 * DAY - 5 * MINUTE + 1, 'at once'],
    // What can still be changed needs no time for a change of mind.
    [A, 'pending', 'other', '24 h', 0, 'at once'],
    [B, 'pending', 'notfound', '24 h', 0, 'at once'],
    [B, 'account_suspended', 'notfound', 'none', 100 * DAY, 'at once'],
  ])('%s %s, %s with %s left', ([provider, status, answer, , ageMs, expected]) => {
    expect(decide(provider, status, ageMs, answer)).toBe(expected);
  });
});
