import type { AlertRowShape, AnswerStatus } from '../api/shapes.ts';

/** Where an alert stands for the person who must answer it. */
export type Standing =
  | { readonly kind: 'held'; readonly status: AnswerStatus; readonly until: string }
  | { readonly kind: 'waits'; readonly answerBy: string }
  | { readonly kind: 'follow_up'; readonly until: string }
  | { readonly kind: 'auto_refunded' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'answered' };

/** The service decides what may come next; this only reads it. */
export function standingOf(alert: AlertRowShape): Standing {
  if (alert.held) return { kind: 'held', ...alert.held };
  if (alert.provider === 'provider_b_rdr') return { kind: 'auto_refunded' };
  if (alert.status === 'expired') return { kind: 'expired' };
  // A blocked company has no `answer_by`, but the provider's clock runs on.
  if (alert.status === 'pending') return { kind: 'waits', answerBy: alert.answer_by ?? alert.expires_at };
  if (alert.status === 'other' && alert.answer_by !== null) {
    return { kind: 'follow_up', until: alert.answer_by };
  }
  return { kind: 'answered' };
}
