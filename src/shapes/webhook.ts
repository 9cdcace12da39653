import type { ReceivedAlert, ToldAlert } from '../rules/alert.ts';
import { OWN_HEADERS } from '../rules/own-headers.ts';
import type { WebhookFormat } from '../rules/webhook-format.ts';
import { shapeReceivedAlert } from './alert.ts';
import { shapeLegacyAlert } from './legacy-alert.ts';

/** What the body of a webhook is made of. */
export interface WebhookContent {
  readonly alert: ReceivedAlert | ToldAlert;
  readonly merchantName: string;
  readonly endpoint: { readonly format: WebhookFormat };
}

/**
 * The body of a delivery. It is rendered from what never changes, the provider's facts, and shows the alert as it was
 * received; so every retry and resend carries the same bytes without a copy being kept.
 */
export function renderBody({ alert, merchantName, endpoint }: WebhookContent): string {
  switch (endpoint.format) {
    case 'v2':
      return JSON.stringify(shapeReceivedAlert(alert));
    case 'legacy':
      return JSON.stringify(shapeLegacyAlert(alert, merchantName));
  }
}

/** The same for every attempt of a delivery, so that a receiver recognises a repeat (D23). */
export function webhookId(alertId: string, endpointId: string): string {
  return `msg_${alertId}_${endpointId}`;
}

export const WEBHOOK_CONTENT_TYPE = 'application/json';

/** The headers that every attempt of a delivery has in common; time and signature differ. */
export function shapeLastingHeaders(alertId: string, endpointId: string): Readonly<Record<string, string>> {
  return {
    'content-type': WEBHOOK_CONTENT_TYPE,
    'webhook-id': webhookId(alertId, endpointId),
    ...OWN_HEADERS,
  };
}
