/** What became of an alert that a provider sent, as the provider is told. */
export const INTAKE_RESULTS = ['accepted', 'duplicate', 'unrouted', 'invalid'] as const;
export type IntakeResult = (typeof INTAKE_RESULTS)[number];

/** How a delivery to an endpoint stands. */
export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What one attempt of it may come to; `gone` is a 410, after which a person decides (D24). */
export const WEBHOOK_OUTCOMES = ['delivered', 'retry', 'failed', 'gone'] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

/** D24: only a 2xx says that the receiver has taken a webhook. */
export function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** How the forwarding of an answer to provider A stands. */
export const FORWARD_STATES = ['queued', 'accepted', 'refused', 'too_late'] as const;
export type ForwardState = (typeof FORWARD_STATES)[number];
/** What somebody was promised and provider A never took. */
export type MissedForwardState = Extract<ForwardState, 'refused' | 'too_late'>;

/** What one attempt of it may come to. */
export const FORWARD_OUTCOMES = ['accepted', 'retry', 'refused', 'too_late'] as const;
export type ForwardOutcome = (typeof FORWARD_OUTCOMES)[number];
