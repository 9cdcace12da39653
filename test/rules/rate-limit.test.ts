import { describe, expect, test } from 'vitest';
import { createRateLimit } from '../../src/http/rate-limit.ts';

function limitAt(requestsPerMinute: number) {
  const clock = { nowMs: 1_000_000 };
  const limit = createRateLimit(requestsPerMinute, () => clock.nowMs);
  return { clock, limit };
}

describe('D28: requests a minute for each credential', () => {
  test('as many as allowed pass, the next one waits for the rest of the minute', () => {
    const { clock, limit } = limitAt(3);
    expect([limit('a').kind, limit('a').kind, limit('a').kind]).toEqual(['pass', 'pass', 'pass']);
    expect(limit('a')).toEqual({ kind: 'wait', retryAfterSeconds: 60 });
    clock.nowMs += 30_500;
    expect(limit('a')).toEqual({ kind: 'wait', retryAfterSeconds: 30 });
  });

  test('Retry-After is never less than a second, and after it the credential passes again', () => {
    const { clock, limit } = limitAt(1);
    limit('a');
    clock.nowMs += 59_999;
    expect(limit('a')).toEqual({ kind: 'wait', retryAfterSeconds: 1 });
    clock.nowMs += 1;
    expect(limit('a')).toEqual({ kind: 'pass' });
    expect(limit('a')).toEqual({ kind: 'wait', retryAfterSeconds: 60 });
  });

  test('refused requests do not put the next minute off', () => {
    const { clock, limit } = limitAt(1);
    limit('a');
    for (let second = 0; second < 60; second += 1) {
      expect(limit('a').kind).toBe('wait');
      clock.nowMs += 1000;
    }
    expect(limit('a')).toEqual({ kind: 'pass' });
  });

  test("one credential does not use up another's", () => {
    const { limit } = limitAt(1);
    limit('a');
    expect(limit('a').kind).toBe('wait');
    expect(limit('b').kind).toBe('pass');
  });

  test('0 is no limit', () => {
    const { limit } = limitAt(0);
    for (let request = 0; request < 10_000; request += 1) expect(limit('a').kind).toBe('pass');
  });
});
