import { describe, expect, test } from 'vitest';
import { judgeWord, readProviderWords } from '../../src/forward/judge-results.ts';
import type { SendResult } from '../../src/sending/send-result.ts';

const NOW = new Date('2026-11-02T12:00:00.000Z');

function answered(body: unknown, status = 200): SendResult {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers: { retryAfter: undefined }, body: text, durationMs: 30 };
}

/** Provider A's word on alert `X` when its answer has these results. */
function wordOn(...results: unknown[]) {
  return readProviderWords(answered({ results }))('X');
}

describe('chapter 2: retried on anything but success or an unrecoverable failure', () => {
  test.for<[what: string, result: object, kind: string, message: string]>([
    ['success', { result: 'success', recoverable: false, message: 'Taken' }, 'accepted', 'Taken'],
    [
      'success, whatever recoverable says',
      { result: 'success', recoverable: true, message: '' },
      'accepted',
      '',
    ],
    ['success without the rest', { result: 'success' }, 'accepted', ''],
    ['success with nulls', { result: 'success', recoverable: null, message: null }, 'accepted', ''],
    ['unrecoverable', { result: 'failure', recoverable: false, message: 'Closed' }, 'refused', 'Closed'],
    ['recoverable', { result: 'failure', recoverable: true, message: 'Busy' }, 'unsettled', 'Busy'],
    ['a failure that does not say', { result: 'failure', message: 'Hm' }, 'unsettled', 'Hm'],
    ['a failure that says null', { result: 'failure', recoverable: null, message: 'Hm' }, 'unsettled', 'Hm'],
    ['no message', { result: 'failure', recoverable: false }, 'refused', ''],
  ])('%s', ([, result, kind, message]) => {
    expect(wordOn({ alert_id: 'X', ...result })).toEqual({ kind, message });
  });

  test.for<[what: string, body: unknown]>([
    ['nothing', ''],
    ['text', 'OK'],
    ['HTML', '<html><body>Bad gateway</body></html>'],
    ['half an answer', '{"results":[{"alert_id":"X","result":"succ'],
    ['null', 'null'],
    ['a list', [{ alert_id: 'X', result: 'success' }]],
    ['no results', {}],
    ['results that are no list', { results: { alert_id: 'X', result: 'success' } }],
    ['another alert only', { results: [{ alert_id: 'Y', result: 'success' }] }],
    ['an empty list', { results: [] }],
    ['a result nobody knows', { results: [{ alert_id: 'X', result: 'maybe' }] }],
    ['a result without its name', { results: [{ result: 'success' }] }],
    ['a name that is no text', { results: [{ alert_id: 7, result: 'success' }] }],
  ])('200 with %s leaves it unsettled', ([, body]) => {
    expect(readProviderWords(answered(body))('X').kind).toBe('unsettled');
  });

  test.for([201, 202, 204, 301, 400, 401, 404, 409, 429, 500, 503])(
    'status %i leaves it unsettled, even with the body of a success',
    (status) => {
      const words = readProviderWords(answered({ results: [{ alert_id: 'X', result: 'success' }] }, status));
      expect(words('X')).toEqual({ kind: 'unsettled', message: `the provider answered ${status}` });
    },
  );

  test('no answer leaves it unsettled and keeps the reason', () => {
    const words = readProviderWords({
      kind: 'failed',
      reason: 'timeout',
      detail: 'No answer',
      durationMs: 1,
    });
    expect(words('X')).toEqual({ kind: 'unsettled', message: 'timeout: No answer' });
  });

  test('each item stands for itself: one that cannot be read leaves only itself unsettled', () => {
    const words = readProviderWords(
      answered({
        results: [
          { alert_id: 'A', result: 'success', recoverable: false, message: 'Taken' },
          { alert_id: 'B', result: 'unheard of', recoverable: false, message: '' },
          { alert_id: 'C', result: 'failure', recoverable: 'no', message: 'Closed' },
          'nonsense',
          null,
          { alert_id: 'D', result: 'failure', recoverable: false, message: 'Closed' },
        ],
      }),
    );
    expect(['A', 'B', 'C', 'D', 'E'].map((id) => words(id).kind)).toEqual([
      'accepted',
      'unsettled',
      'unsettled',
      'refused',
      'unsettled',
    ]);
  });

  test("the order of the results does not matter, and names are taken as they are: 'x' is not 'X'", () => {
    const success = { result: 'success', recoverable: false, message: '' };
    const failure = { result: 'failure', recoverable: false, message: '' };
    expect(wordOn({ alert_id: 'x', ...failure }, { alert_id: 'X', ...success }).kind).toBe('accepted');
    expect(wordOn({ alert_id: '__proto__', ...success }, { alert_id: 'X', ...failure }).kind).toBe('refused');
  });
});

describe("the provider's words are kept as far as the database can hold them", () => {
  test.for<[what: string, said: string, kept: string]>([
    ['as they are', 'Não encontrado ✓', 'Não encontrado ✓'],
    ['without NUL', 'a\0b', 'ab'],
    ['without a card number that NULs would hide', '41111111\u000011111111', '411111******1111'],
    ['up to 500 characters', 'x'.repeat(600), 'x'.repeat(500)],
    ['half a character becomes a replacement', 'a\ud800b', 'a\ufffdb'],
    ['also where it was cut in two', `${'x'.repeat(499)}😀`, `${'x'.repeat(499)}\ufffd`],
  ])('%s', ([, said, kept]) => {
    expect(wordOn({ alert_id: 'X', result: 'success', message: said }).message).toBe(kept);
  });
});

describe('a verdict on each', () => {
  const circumstances = { attempts: 1, now: NOW, jitter: 0 };
  const inAnHour = new Date(NOW.getTime() + 3_600_000);

  test('accepted and refused settle it, however late it is', () => {
    for (const kind of ['accepted', 'refused'] as const) {
      const verdict = judgeWord({ kind, message: 'm' }, { ...circumstances, giveUpAt: NOW });
      expect(verdict).toEqual({ outcome: kind, message: 'm' });
    }
  });

  test.for<[attempts: number, leftMs: number, expected: number | 'too_late']>([
    [1, 3_600_000, 1000],
    [3, 3_600_000, 5000],
    [50, 3_600_000, 30_000],
    [50, 12_000, 12_000],
    [1, 1000, 1000],
    [1, 999, 'too_late'],
    [1, 0, 'too_late'],
    [1, -1, 'too_late'],
  ])('unsettled after attempt %i with %i ms left: %s', ([attempts, leftMs, expected]) => {
    const giveUpAt = new Date(NOW.getTime() + leftMs);
    const verdict = judgeWord({ kind: 'unsettled', message: 'm' }, { ...circumstances, attempts, giveUpAt });
    const pauseMs = verdict.outcome === 'retry' && verdict.dueAt.getTime() - NOW.getTime();
    expect([pauseMs || verdict.outcome, verdict.message]).toEqual([expected, 'm']);
  });

  test('a retry never lies beyond the window', () => {
    const verdict = judgeWord(
      { kind: 'unsettled', message: 'm' },
      { ...circumstances, attempts: 99, giveUpAt: inAnHour, jitter: 1 },
    );
    expect(verdict.outcome === 'retry' && verdict.dueAt <= inAnHour).toBe(true);
  });
});
