import { describe, expect, test } from 'vitest';
import type { SendResult } from '../../src/sending/send-result.ts';
import { judgeAnswer } from '../../src/webhook/judge-answer.ts';

const NOW = new Date('2026-11-02T12:00:00.000Z');
const HOUR_MS = 3_600_000;

function answered(status: number, retryAfter?: string): SendResult {
  return { kind: 'answered', status, headers: { retryAfter }, body: '', durationMs: 30 };
}

function failed(reason: Extract<SendResult, { kind: 'failed' }>['reason']): SendResult {
  return { kind: 'failed', reason, detail: 'why', durationMs: 30 };
}

function judge(result: SendResult, { attempts = 1, leftMs = 24 * HOUR_MS } = {}) {
  const giveUpAt = new Date(NOW.getTime() + leftMs).toISOString();
  const { verdict, report } = judgeAnswer(result, { attempts, now: NOW, giveUpAt, jitter: 0 });
  return {
    outcome: verdict.outcome,
    pauseMs: verdict.outcome === 'retry' ? verdict.dueAt.getTime() - NOW.getTime() : undefined,
    report: report.kind,
    durationMs: report.durationMs,
    quietForMs: report.quietForMs,
  };
}

describe('D24: what an answer means', () => {
  test.for([200, 201, 202, 204, 299])('%i is success', (status) => {
    expect(judge(answered(status))).toMatchObject({
      outcome: 'delivered',
      report: 'success',
      durationMs: 30,
    });
  });

  test.for([
    199, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 409, 411, 422, 429, 500, 502, 503, 599,
  ])('%i is a failure of a target that lives, and is tried again', (status) => {
    expect(judge(answered(status))).toMatchObject({ outcome: 'retry', pauseMs: 5000, report: 'failure' });
  });

  test('410 pauses the endpoint, however little time is left', () => {
    expect(judge(answered(410))).toMatchObject({ outcome: 'gone', report: 'failure' });
    expect(judge(answered(410), { leftMs: -1 })).toMatchObject({ outcome: 'gone' });
  });

  test.for([
    'dns',
    'connect',
    'tls',
    'timeout',
    'connection_lost',
    'bad_response',
    'forbidden_address',
    'bad_url',
  ] as const)('no answer (%s) is a transport failure, and is tried again', (reason) => {
    expect(judge(failed(reason))).toMatchObject({
      outcome: 'retry',
      pauseMs: 5000,
      report: 'transport_failure',
      durationMs: 30,
    });
  });
});

describe('D25: when no attempt is left that could be useful, it has failed', () => {
  test.for([
    [answered(500), 0],
    [answered(500), 999],
    [failed('timeout'), -HOUR_MS],
    [answered(503, '3600'), HOUR_MS - 1],
  ] as const)('%j with %i ms left', ([result, leftMs]) => {
    expect(judge(result, { leftMs })).toMatchObject({ outcome: 'failed', pauseMs: undefined });
  });

  test('the attempt that was just made counts', () => {
    expect(judge(answered(500), { attempts: 4 }).pauseMs).toBe(120_000);
    expect(judge(answered(500), { attempts: 40 }).pauseMs).toBe(HOUR_MS);
  });
});

describe('D24: Retry-After', () => {
  test.for<[status: number, retryAfter: string | undefined, pauseMs: number, quietForMs: number | undefined]>(
    [
      [429, '60', 60_000, 60_000],
      [503, '60', 60_000, 60_000],
      [429, 'Mon, 02 Nov 2026 12:02:00 GMT', 120_000, 120_000],
      [429, '3600', HOUR_MS, HOUR_MS],
      [429, '3601', HOUR_MS, HOUR_MS],
      [503, '99999999999999999999', HOUR_MS, HOUR_MS],
      [503, 'Mon, 01 Jan 2035 00:00:00 GMT', HOUR_MS, HOUR_MS],
      [429, '2', 5000, 2000],
      [429, '-5', 5000, undefined],
      [429, 'soon', 5000, undefined],
      [429, 'Mon, 02 Nov 2026 11:59:00 GMT', 5000, undefined],
      [429, undefined, 5000, undefined],
      [500, '60', 5000, undefined],
      [502, '60', 5000, undefined],
      [301, '60', 5000, undefined],
    ],
  )('%i with "%s": next attempt in %i ms, quiet for %s ms', ([status, retryAfter, pauseMs, quietForMs]) => {
    expect(judge(answered(status, retryAfter))).toMatchObject({ outcome: 'retry', pauseMs, quietForMs });
  });

  test('a success asks for nothing', () => {
    expect(judge(answered(200, '60')).quietForMs).toBeUndefined();
  });
});
