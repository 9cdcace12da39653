import { describe, expect, test } from 'vitest';
import type { AlertStatus } from '../../src/rules/alert.ts';
import { answerOptions } from '../../src/rules/answer-options.ts';
import type { Provider } from '../../src/rules/provider.ts';

const HOUR_MS = 3_600_000;
const RECEIVED_AT = new Date('2026-11-01T12:00:00Z');
const after = (hours: number): Date => new Date(RECEIVED_AT.getTime() + hours * HOUR_MS);

function options(provider: Provider, status: AlertStatus, ageHours: number, isCompanyBlocked = false) {
  const alert = { provider, status, receivedAt: RECEIVED_AT, expiresAt: after(24) };
  return answerOptions(alert, { now: after(ageHours), followUpWindowMs: 144 * HOUR_MS, isCompanyBlocked });
}

const ALL = ['notfound', 'account_suspended', 'other'];

describe('what may come next for an alert, and until when', () => {
  test.for([
    ['provider_a_alerts', 'pending', 1, ALL, after(24)],
    ['provider_a_alerts', 'other', 30, ['account_suspended'], after(144)],
    ['provider_b_rdr', 'pending', 1, ALL, null],
    ['provider_b_rdr', 'notfound', 1000, ALL, null],
  ] as const)('%s, %s, %i h: %o', ([provider, status, ageHours, allowedNext, answerBy]) => {
    expect(options(provider, status, ageHours)).toEqual({ allowedNext, lockedReason: null, answerBy });
  });

  test.for([
    ['pending', 24, 'Response deadline has passed'],
    ['expired', 25, 'Alert has expired'],
    ['notfound', 1, 'Alert already has a definitive status'],
    ['account_suspended', 1, 'Alert already has a definitive status'],
    ['other', 144, 'Response deadline has passed'],
  ] as const)('provider A, %s, %i h: nothing, because "%s"', ([status, ageHours, lockedReason]) => {
    const locked = { allowedNext: [], lockedReason, answerBy: null };
    expect(options('provider_a_alerts', status, ageHours)).toEqual(locked);
  });

  test('a blocked company: nothing, whatever the alert', () => {
    const locked = { allowedNext: [], lockedReason: 'Company is blocked', answerBy: null };
    expect(options('provider_a_alerts', 'pending', 1, true)).toEqual(locked);
    expect(options('provider_b_rdr', 'other', 1, true)).toEqual(locked);
  });
});
