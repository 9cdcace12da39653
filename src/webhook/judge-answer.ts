import type { ExchangeReport } from '../outbox/lane-health.ts';
import { isTaken } from '../rules/outcomes.ts';
import { nextWebhookAttempt } from '../rules/retry-schedule.ts';
import { readRetryAfterMs } from '../sending/retry-after.ts';
import type { SendResult } from '../sending/send-result.ts';

/** The outcome of an attempt: a closed set, so that nothing is left undecided. */
export type WebhookVerdict =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'retry'; readonly dueAt: Date }
  /** 410: the receiver says it is gone; a person decides whether it comes back (D24). */
  | { readonly outcome: 'gone' };

export interface AttemptCircumstances {
  /** Including this one. */
  readonly attempts: number;
  readonly now: Date;
  readonly giveUpAt: string;
  readonly jitter: number;
}

const GONE = 410;
/** Long enough that what was ready is put back and the next claim sees that the endpoint is paused. */
const GONE_QUIET_MS = 1000;
const ASKING_FOR_TIME: ReadonlySet<number> = new Set([429, 503]);

export function judgeAnswer(
  result: SendResult,
  { attempts, now, giveUpAt, jitter }: AttemptCircumstances,
): { readonly verdict: WebhookVerdict; readonly report: ExchangeReport } {
  const { durationMs } = result;
  if (result.kind === 'answered' && isTaken(result.status)) {
    return { verdict: { outcome: 'delivered' }, report: { kind: 'success', durationMs } };
  }
  if (result.kind === 'answered' && result.status === GONE) {
    return {
      verdict: { outcome: 'gone' },
      report: { kind: 'failure', durationMs, quietForMs: GONE_QUIET_MS },
    };
  }
  const quietForMs = readQuietTime(result, now);
  const dueAt = nextWebhookAttempt({
    attemptsMade: attempts,
    now,
    giveUpAt: new Date(giveUpAt),
    jitter,
    retryAfterMs: quietForMs,
  });
  return {
    verdict: dueAt === undefined ? { outcome: 'failed' } : { outcome: 'retry', dueAt },
    report: { kind: result.kind === 'answered' ? 'failure' : 'transport_failure', durationMs, quietForMs },
  };
}

/** Only 429 and 503 may ask for time, and an hour at most. */
function readQuietTime(result: SendResult, now: Date): number | undefined {
  return result.kind === 'answered' && ASKING_FOR_TIME.has(result.status)
    ? readRetryAfterMs(result.headers.retryAfter, now)
    : undefined;
}
