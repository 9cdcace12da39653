import type { Provider } from './provider.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** D25: the pause before each attempt after the first; then hourly. */
const WEBHOOK_PAUSES_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  45 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  20 * MINUTE_MS,
  40 * MINUTE_MS,
];
const WEBHOOK_PAUSE_MS_MAX = HOUR_MS;

/** Provider A's window is hours long and each answer counts, so the pauses stay short. */
const FORWARD_PAUSES_MS = [SECOND_MS, 2 * SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS, 20 * SECOND_MS];
const FORWARD_PAUSE_MS_MAX = 30 * SECOND_MS;

const JITTER_SHARE = 0.2;
/** A last attempt is moved forward to the end of the window only if that leaves this much between two attempts. */
const LAST_PAUSE_MS_MIN = SECOND_MS;

const RETRY_WINDOW_B_MS = 72 * HOUR_MS;
const TIME_TO_ANSWER_MS = 15 * MINUTE_MS;

export interface RetryCircumstances {
  readonly attemptsMade: number;
  readonly now: Date;
  readonly giveUpAt: Date;
  /** From 0 to 1: added on top, so that targets are not hit in step. */
  readonly jitter: number;
  /** What the target itself asked for, if it did. */
  readonly retryAfterMs?: number | undefined;
}

/** When to try a webhook again; undefined when no attempt is left that could still be useful. */
export function nextWebhookAttempt(circumstances: RetryCircumstances): Date | undefined {
  return nextAttempt(
    circumstances,
    WEBHOOK_PAUSES_MS[circumstances.attemptsMade - 1] ?? WEBHOOK_PAUSE_MS_MAX,
  );
}

/** When to try an answer to provider A again; undefined when the alert's window will have ended. */
export function nextForwardAttempt(circumstances: RetryCircumstances): Date | undefined {
  return nextAttempt(
    circumstances,
    FORWARD_PAUSES_MS[circumstances.attemptsMade - 1] ?? FORWARD_PAUSE_MS_MAX,
  );
}

function nextAttempt(circumstances: RetryCircumstances, scheduledPauseMs: number): Date | undefined {
  const { now, giveUpAt, jitter, retryAfterMs = 0 } = circumstances;
  const pauseMs = Math.max(scheduledPauseMs * (1 + JITTER_SHARE * jitter), retryAfterMs);
  const leftMs = giveUpAt.getTime() - now.getTime();
  if (leftMs < LAST_PAUSE_MS_MIN || retryAfterMs > leftMs) return undefined;
  return new Date(now.getTime() + Math.round(Math.min(pauseMs, leftMs)));
}

/** How long after receipt a webhook is worth retrying: provider A's company must still have time to answer (D25). */
export function webhookRetryWindowMs(provider: Provider, responseWindowMs: number): number {
  switch (provider) {
    case 'provider_a_alerts':
      // With a window shortened to try things out, a tenth of it is enough.
      return responseWindowMs - Math.min(TIME_TO_ANSWER_MS, responseWindowMs / 10);
    case 'provider_b_rdr':
      return RETRY_WINDOW_B_MS;
  }
}
