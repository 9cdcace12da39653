import { type AlertShape, shapeAlert } from '../shapes/alert.ts';
import { shapeLegacyAlert } from '../shapes/legacy-alert.ts';
import { signMessage, type SignatureHeaders } from '../signing/standard-webhooks.ts';
import type { WebhookJob } from '../store/webhook-jobs.ts';

/**
 * The body of a delivery. It is rendered from what never changes, the provider's facts, and shows the alert as it was
 * received; so every retry and resend carries the same bytes without a copy being kept.
 */
export function renderBody({
  alert,
  merchantName,
  endpoint,
}: Pick<WebhookJob, 'alert' | 'merchantName'> & {
  readonly endpoint: Pick<WebhookJob['endpoint'], 'format'>;
}): string {
  switch (endpoint.format) {
    case 'v2':
      return JSON.stringify(asReceived(shapeAlert(alert)));
    case 'legacy':
      return JSON.stringify(shapeLegacyAlert(alert, merchantName));
  }
}

/** Pending, and not updated since; the legacy shape says nothing of either. */
function asReceived(alert: AlertShape): AlertShape {
  return { ...alert, status: 'pending', updated_at: alert.created_at };
}

/** The same for every attempt of a delivery, so that a receiver knows a repeat when it sees one (D23). */
export function webhookId(alertId: string, endpointId: string): string {
  return `msg_${alertId}_${endpointId}`;
}

export function signBody(
  keys: readonly Buffer[],
  id: string,
  body: string,
  at: Date,
): SignatureHeaders & { readonly 'content-type': string } {
  return { 'content-type': 'application/json', ...signMessage(keys, { id, at, body }) };
}
