import type { AnswerStatus } from './alert.ts';
import { PROVIDER_FACTS } from './provider.ts';
import { type AnswerableAlert, answerWindowEnd } from './status-change.ts';

/** How long a person can take back a final answer, or a bulk update that was started. */
export const HOLD_MS = 5000;
/** With less of the window left than this, nothing waits. */
export const URGENT_WITHIN_MS = 5 * 60_000;

export type HoldDecision = { readonly kind: 'apply' } | { readonly kind: 'hold'; readonly applyAt: Date };

/**
 * Whether a person's answer that the rule accepts waits for a change of mind. Only what is final does: `other` can be
 * followed up, and provider B takes any status at any time. `now` is the database's clock.
 */
export function decideHold(
  alert: AnswerableAlert,
  status: AnswerStatus,
  now: Date,
  followUpWindowMs: number,
): HoldDecision {
  if (status === 'other' || !PROVIDER_FACTS[alert.provider].answerHasDeadline) return { kind: 'apply' };
  const windowLeftMs = answerWindowEnd(alert, followUpWindowMs).getTime() - now.getTime();
  if (windowLeftMs < URGENT_WITHIN_MS) return { kind: 'apply' };
  return { kind: 'hold', applyAt: new Date(now.getTime() + HOLD_MS) };
}
