import { describe, expect, test } from 'vitest';
import type { AlertStatus, AnswerStatus } from '../../src/rules/alert.ts';
import type { Provider } from '../../src/rules/provider.ts';
import { REFUSALS } from '../../src/rules/refusals.ts';
import { decideStatusChange } from '../../src/rules/status-change.ts';

const MS = 1;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RECEIVED_AT = Date.parse('2026-11-02T12:00:00.000Z');

type Outcome = 'forwarded' | 'stored' | 'expired' | 'late' | 'definitive';

const A = 'provider_a_alerts';
const B = 'provider_b_rdr';

/** The public words of each refusal, as the specification spells them. */
const REFUSED: Partial<Record<Outcome, string>> = {
  expired: 'Alert has expired',
  late: 'Response deadline has passed',
  definitive: 'Alert already has a definitive status',
};

function decide(provider: Provider, status: AlertStatus, ageMs: number, requested: AnswerStatus): unknown {
  const alert = {
    provider,
    status,
    receivedAt: new Date(RECEIVED_AT),
    expiresAt: new Date(RECEIVED_AT + DAY),
  };
  const decision = decideStatusChange(alert, requested, new Date(RECEIVED_AT + ageMs), 6 * DAY);
  if (decision.kind === 'refuse') {
    const { code, httpStatus, message } = REFUSALS[decision.refusal];
    return { code, httpStatus, message };
  }
  return { status: decision.status, forward: decision.forward };
}

function expected(requested: AnswerStatus, outcome: Outcome): unknown {
  const message = REFUSED[outcome];
  return message === undefined
    ? { status: requested, forward: outcome === 'forwarded' }
    : { code: 'ALERT_INVALID_STATUS', httpStatus: 422, message };
}

describe('states and transitions', () => {
  test.for<[rule: string, Provider, AlertStatus, age: string, AnswerStatus, Outcome, ageMs: number]>([
    // From `pending`, inside the 24 h: any of the three, forwarded.
    ['table row 1', A, 'pending', '0', 'notfound', 'forwarded', 0],
    ['table row 2', A, 'pending', '0', 'account_suspended', 'forwarded', 0],
    ['table row 3', A, 'pending', '0', 'other', 'forwarded', 0],
    ['D10', A, 'pending', '24 h − 1 ms', 'notfound', 'forwarded', DAY - MS],
    ['D10', A, 'pending', '24 h − 1 ms', 'account_suspended', 'forwarded', DAY - MS],
    ['D10', A, 'pending', '24 h − 1 ms', 'other', 'forwarded', DAY - MS],
    // An answer counts while now < expires_at: the very moment is too late, marked or not.
    ['D10, D12', A, 'pending', '24 h', 'notfound', 'late', DAY],
    ['D10, D12', A, 'pending', '24 h', 'account_suspended', 'late', DAY],
    ['D10, D12', A, 'pending', '24 h', 'other', 'late', DAY],
    ['D12', A, 'pending', '24 h + 1 ms', 'notfound', 'late', DAY + MS],
    ['D12', A, 'pending', '5 d', 'account_suspended', 'late', 5 * DAY],
    ['D12', A, 'pending', '90 d', 'other', 'late', 90 * DAY],
    // From `other`: only `account_suspended`, 6 days from `received_at`, forwarded too.
    ['table row 4, D14', A, 'other', '1 h', 'account_suspended', 'forwarded', HOUR],
    ['D10', A, 'other', '24 h', 'account_suspended', 'forwarded', DAY],
    ['D10', A, 'other', '24 h + 1 ms', 'account_suspended', 'forwarded', DAY + MS],
    ['D10', A, 'other', '6 d − 1 ms', 'account_suspended', 'forwarded', 6 * DAY - MS],
    ['D10', A, 'other', '6 d', 'account_suspended', 'late', 6 * DAY],
    ['D10', A, 'other', '6 d + 1 ms', 'account_suspended', 'late', 6 * DAY + MS],
    ['D12', A, 'other', '0', 'other', 'definitive', 0],
    ['D12', A, 'other', '0', 'notfound', 'definitive', 0],
    ['D12', A, 'other', '24 h', 'other', 'definitive', DAY],
    ['D12', A, 'other', '24 h', 'notfound', 'definitive', DAY],
    ['D12', A, 'other', '6 d − 1 ms', 'other', 'definitive', 6 * DAY - MS],
    ['D12', A, 'other', '6 d − 1 ms', 'notfound', 'definitive', 6 * DAY - MS],
    ['D12', A, 'other', '6 d', 'other', 'late', 6 * DAY],
    ['D12', A, 'other', '6 d', 'notfound', 'late', 6 * DAY],
    ['D12', A, 'other', '6 d + 1 ms', 'notfound', 'late', 6 * DAY + MS],
    // Definitive and expired states keep their own message however late it is.
    ['table row 6', A, 'notfound', '0', 'notfound', 'definitive', 0],
    ['table row 6', A, 'notfound', '0', 'account_suspended', 'definitive', 0],
    ['table row 6', A, 'notfound', '24 h', 'other', 'definitive', DAY],
    ['D12', A, 'notfound', '7 d', 'other', 'definitive', 7 * DAY],
    ['table row 6', A, 'account_suspended', '0', 'notfound', 'definitive', 0],
    ['table row 6', A, 'account_suspended', '0', 'account_suspended', 'definitive', 0],
    ['table row 6', A, 'account_suspended', '24 h', 'other', 'definitive', DAY],
    ['D12', A, 'account_suspended', '7 d', 'account_suspended', 'definitive', 7 * DAY],
    ['table row 7', A, 'expired', '24 h', 'notfound', 'expired', DAY],
    ['table row 7', A, 'expired', '24 h', 'account_suspended', 'expired', DAY],
    ['table row 7', A, 'expired', '24 h', 'other', 'expired', DAY],
    ['D12', A, 'expired', '7 d', 'account_suspended', 'expired', 7 * DAY],
    // A clock that stepped back after the alert was marked does not bring it to life again.
    ['table row 7', A, 'expired', '24 h − 1 ms', 'notfound', 'expired', DAY - MS],
    // Provider B: any of the three from any status at any time, stored only.
    ['D13', B, 'pending', '0', 'notfound', 'stored', 0],
    ['D13', B, 'pending', '24 h', 'account_suspended', 'stored', DAY],
    ['D13', B, 'pending', '90 d', 'other', 'stored', 90 * DAY],
    ['D13', B, 'other', '0', 'other', 'stored', 0],
    ['D13', B, 'other', '6 d', 'notfound', 'stored', 6 * DAY],
    ['D13', B, 'other', '90 d', 'account_suspended', 'stored', 90 * DAY],
    ['D13', B, 'notfound', '0', 'notfound', 'stored', 0],
    ['D13', B, 'notfound', '7 d', 'account_suspended', 'stored', 7 * DAY],
    ['D13', B, 'account_suspended', '0', 'notfound', 'stored', 0],
    ['D13', B, 'account_suspended', '90 d', 'other', 'stored', 90 * DAY],
  ])('%s: %s, %s, age %s, asked for %s → %s', ([, provider, status, , requested, outcome, ageMs]) => {
    expect(decide(provider, status, ageMs, requested)).toEqual(expected(requested, outcome));
  });
});

describe('D10: the deadline is the one the alert carries, the follow-up window the one that is configured', () => {
  const shortLived = {
    provider: A,
    receivedAt: new Date(RECEIVED_AT),
    expiresAt: new Date(RECEIVED_AT + 10_000),
  } as const;

  test.for([
    ['pending', 9999, 'accept'],
    ['pending', 10_000, 'refuse'],
    ['other', 59_999, 'accept'],
    ['other', 60_000, 'refuse'],
  ] as const)('%s after %i ms of windows of 10 s and 60 s: %s', ([status, ageMs, kind]) => {
    const now = new Date(RECEIVED_AT + ageMs);
    expect(decideStatusChange({ ...shortLived, status }, 'account_suspended', now, 60_000).kind).toBe(kind);
  });
});
