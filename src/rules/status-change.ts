import type { AlertStatus, AnswerStatus } from './alert.ts';
import { type Provider, PROVIDER_FACTS } from './provider.ts';
import type { StatusRefusal } from './refusals.ts';

/** What the decision needs to know of an alert, and nothing more. */
export interface AnswerableAlert {
  readonly provider: Provider;
  readonly status: AlertStatus;
  readonly receivedAt: Date;
  readonly expiresAt: Date;
}

export type StatusDecision =
  | { readonly kind: 'accept'; readonly status: AnswerStatus; readonly forward: boolean }
  | { readonly kind: 'refuse'; readonly refusal: StatusRefusal };

/**
 * The specification's table of transitions. `now` is the database's clock, read after the alert is locked (D11),
 * so that the decision and the state it is made on belong together.
 */
export function decideStatusChange(
  alert: AnswerableAlert,
  requested: AnswerStatus,
  now: Date,
  followUpWindowMs: number,
): StatusDecision {
  if (!PROVIDER_FACTS[alert.provider].answerHasDeadline) {
    return { kind: 'accept', status: requested, forward: false };
  }
  switch (alert.status) {
    case 'expired':
      return { kind: 'refuse', refusal: 'alert_expired' };
    case 'notfound':
    case 'account_suspended':
      return { kind: 'refuse', refusal: 'already_definitive' };
    case 'pending':
    case 'other':
      return decideOpenAlert(alert, requested, now, followUpWindowMs);
  }
}

/** After `other`, only `account_suspended` may follow; late is late, whether it is marked as expired yet or not (D12). */
function decideOpenAlert(
  alert: AnswerableAlert,
  requested: AnswerStatus,
  now: Date,
  followUpWindowMs: number,
): StatusDecision {
  if (now >= answerWindowEnd(alert, followUpWindowMs)) return { kind: 'refuse', refusal: 'deadline_passed' };
  if (alert.status === 'other' && requested !== 'account_suspended') {
    return { kind: 'refuse', refusal: 'already_definitive' };
  }
  return { kind: 'accept', status: requested, forward: true };
}

/** Until when provider A takes the next answer to this alert: one clock for both windows, from receipt (D10). */
export function answerWindowEnd(alert: AnswerableAlert, followUpWindowMs: number): Date {
  return alert.status === 'other' ? new Date(alert.receivedAt.getTime() + followUpWindowMs) : alert.expiresAt;
}
