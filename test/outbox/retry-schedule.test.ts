import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  nextForwardAttempt,
  nextWebhookAttempt,
  type RetryCircumstances,
  webhookRetryWindowMs,
} from '../../src/rules/retry-schedule.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = new Date('2026-11-02T12:00:00.000Z');

/** How long until the next attempt; undefined when there is none. */
function pauseMs(
  next: (circumstances: RetryCircumstances) => Date | undefined,
  attemptsMade: number,
  { leftMs = 1000 * HOUR, ...more }: Partial<RetryCircumstances> & { leftMs?: number } = {},
): number | undefined {
  const giveUpAt = new Date(NOW.getTime() + leftMs);
  const at = next({ attemptsMade, now: NOW, giveUpAt, jitter: 0, ...more });
  return at && at.getTime() - NOW.getTime();
}

const WEBHOOK_PAUSES: readonly [attemptsMade: number, pause: string, ms: number][] = [
  [1, '5 s', 5 * SECOND],
  [2, '15 s', 15 * SECOND],
  [3, '45 s', 45 * SECOND],
  [4, '2 m', 2 * MINUTE],
  [5, '5 m', 5 * MINUTE],
  [6, '10 m', 10 * MINUTE],
  [7, '20 m', 20 * MINUTE],
  [8, '40 m', 40 * MINUTE],
  [9, '1 h', HOUR],
  [10, '1 h', HOUR],
  [70, '1 h', HOUR],
];

describe('D25: the pauses between attempts', () => {
  test.for(WEBHOOK_PAUSES)('after attempt %i of a webhook: %s', ([attemptsMade, , ms]) => {
    expect(pauseMs(nextWebhookAttempt, attemptsMade)).toBe(ms);
  });

  test.for(WEBHOOK_PAUSES)(
    'after attempt %i, jitter adds to %s and takes nothing away',
    ([attemptsMade, , ms]) => {
      const jittered = [0.25, 0.5, 1].map((jitter) => pauseMs(nextWebhookAttempt, attemptsMade, { jitter }));
      expect(jittered).toEqual([105, 110, 120].map((percent) => (ms * percent) / 100));
    },
  );

  test.for([
    [1, 1],
    [2, 2],
    [3, 5],
    [4, 10],
    [5, 20],
    [6, 30],
    [500, 30],
  ] as const)('after attempt %i of an answer to provider A: %i s', ([attemptsMade, seconds]) => {
    expect(pauseMs(nextForwardAttempt, attemptsMade)).toBe(seconds * SECOND);
    expect(pauseMs(nextForwardAttempt, attemptsMade, { jitter: 1 })).toBe(seconds * 1.2 * SECOND);
  });
});

describe('D25: the end', () => {
  test.for<[left: string, leftMs: number, attemptsMade: number, pauseMs: number | undefined]>([
    ['ample time', 2 * HOUR, 9, HOUR],
    ['exactly the pause', HOUR, 9, HOUR],
    ['less than the pause: a last attempt at the end', 59 * MINUTE, 9, 59 * MINUTE],
    ['two seconds', 2 * SECOND, 1, 2 * SECOND],
    ['one second', SECOND, 1, SECOND],
    ['less than a second', SECOND - 1, 1, undefined],
    ['nothing', 0, 1, undefined],
    ['less than nothing', -5 * HOUR, 3, undefined],
  ])('%s left (%i ms) after attempt %i: %s', ([, leftMs, attemptsMade, expected]) => {
    expect(pauseMs(nextWebhookAttempt, attemptsMade, { leftMs })).toBe(expected);
  });

  test('jitter never carries an attempt over the end', () => {
    expect(pauseMs(nextWebhookAttempt, 9, { leftMs: HOUR + MINUTE, jitter: 1 })).toBe(HOUR + MINUTE);
  });
});

describe('D24: Retry-After', () => {
  test.for<
    [what: string, retryAfterMs: number, attemptsMade: number, leftMs: number, pauseMs: number | undefined]
  >([
    ['longer than the pause: kept', 10 * MINUTE, 1, HOUR * 10, 10 * MINUTE],
    ['shorter than the pause: the pause stays', 10 * SECOND, 3, HOUR * 10, 45 * SECOND],
    ['zero', 0, 1, HOUR, 5 * SECOND],
    ['exactly until the end', 10 * MINUTE, 1, 10 * MINUTE, 10 * MINUTE],
    [
      'beyond the end: an earlier attempt would break the wish, a later one is useless',
      HOUR,
      1,
      HOUR - 1,
      undefined,
    ],
  ])('%s', ([, retryAfterMs, attemptsMade, leftMs, expected]) => {
    expect(pauseMs(nextWebhookAttempt, attemptsMade, { retryAfterMs, leftMs })).toBe(expected);
  });
});

describe('D25: until when a webhook is worth an attempt', () => {
  test.for<[what: string, Parameters<typeof webhookRetryWindowMs>, ms: number]>([
    ['provider A: 15 min before the 24 h end', ['provider_a_alerts', 24 * HOUR], 24 * HOUR - 15 * MINUTE],
    ['provider B: 72 h', ['provider_b_rdr', 24 * HOUR], 72 * HOUR],
    ['provider B: 72 h, whatever RESPONSE_WINDOW', ['provider_b_rdr', 10 * SECOND], 72 * HOUR],
    ['RESPONSE_WINDOW of 150 min: both ways meet', ['provider_a_alerts', 150 * MINUTE], 135 * MINUTE],
    ['RESPONSE_WINDOW of 1 h: a tenth is time enough', ['provider_a_alerts', HOUR], 54 * MINUTE],
    ['RESPONSE_WINDOW of 10 s', ['provider_a_alerts', 10 * SECOND], 9 * SECOND],
  ])('%s', ([, given, ms]) => {
    expect(webhookRetryWindowMs(...given)).toBe(ms);
  });

  test('the whole schedule of a provider A alert that nobody takes: about 30 attempts, the last at the end', () => {
    const giveUpAt = new Date(NOW.getTime() + webhookRetryWindowMs('provider_a_alerts', 24 * HOUR));
    const attempts = [NOW];
    for (let now: Date | undefined = NOW; now !== undefined;) {
      now = nextWebhookAttempt({ attemptsMade: attempts.length, now, giveUpAt, jitter: 0 });
      if (now !== undefined) attempts.push(now);
    }
    expect(attempts).toHaveLength(32);
    expect(attempts.at(-1)).toEqual(giveUpAt);
  });
});

test('whatever happens, an attempt lies after now, not before what the target asked for, and not after the end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: -HOUR, max: 100 * HOUR }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(fc.nat(HOUR), { nil: undefined }),
      (attemptsMade, leftMs, jitter, retryAfterMs) => {
        for (const next of [nextWebhookAttempt, nextForwardAttempt]) {
          const pause = pauseMs(next, attemptsMade, { leftMs, jitter, retryAfterMs });
          const isUseless = leftMs < SECOND || (retryAfterMs ?? 0) > leftMs;
          expect(pause === undefined).toBe(isUseless);
          expect(pause ?? Infinity).toBeGreaterThanOrEqual(Math.max(SECOND, retryAfterMs ?? 0));
          expect(pause ?? -Infinity).toBeLessThanOrEqual(leftMs);
        }
      },
    ),
  );
});
