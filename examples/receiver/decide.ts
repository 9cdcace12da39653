import type { Alert } from './take-webhook.ts';

export type Answer = 'notfound' | 'account_suspended' | 'other';

/** A toy policy: put your own here, such as a look at the order that the authorization code belongs to. */
export function decide(alert: Alert): Answer {
  return Number(alert.amount) < 50 ? 'notfound' : 'other';
}
