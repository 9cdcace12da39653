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
      // D12: past its deadline but not marked yet is still past its deadline.
      return now < alert.expiresAt
        ? { kind: 'accept', status: requested, forward: true }
        : { kind: 'refuse', refusal: 'deadline_passed' };
    case 'other':
      return decideFollowUp(alert, requested, now, followUpWindowMs);
  }
}

/** After `other`, only `account_suspended` may follow, and only within the follow-up window (D10, D12). */
function decideFollowUp(
  alert: AnswerableAlert,
  requested: AnswerStatus,
  now: Date,
  followUpWindowMs: number,
): StatusDecision {
  if (now.getTime() >= alert.receivedAt.getTime() + followUpWindowMs) {
    return { kind: 'refuse', refusal: 'deadline_passed' };
  }
  return requested === 'account_suspended'
    ? { kind: 'accept', status: requested, forward: true }
    : { kind: 'refuse', refusal: 'already_definitive' };
}
