/** The two bodies a webhook can have (D22); each endpoint gets one of them. */
export const WEBHOOK_FORMATS = ['v2', 'legacy'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];
