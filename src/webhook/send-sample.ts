import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Alert } from '../rules/alert.ts';
import type { SendResult } from '../sending/send-result.ts';
import type { Sender } from '../sending/sender.ts';
import { renderBody } from '../shapes/webhook.ts';
import type { WebhookEndpoint } from '../store/outbox/webhook-endpoints.ts';
import { signBody } from './sign-body.ts';

const DAY_MS = 86_400_000;

export interface SampleTarget {
  readonly endpoint: Pick<WebhookEndpoint, 'companyId' | 'url' | 'format'>;
  readonly signingKeys: readonly Buffer[];
}

/** Sends an invented alert at once, past the outbox, but otherwise exactly like a real one. */
export async function sendSample(
  sender: Sender,
  { endpoint, signingKeys }: SampleTarget,
  at: Date,
): Promise<{ webhookId: string; result: SendResult }> {
  // Its beginning tells a receiver that there is nothing to answer.
  const webhookId = `msg_test_${randomUUID()}`;
  const alert = inventSampleAlert(endpoint.companyId, at);
  const body = renderBody({ alert, merchantName: 'Sample', endpoint });
  const headers = signBody(signingKeys, webhookId, body, at);
  return { webhookId, result: await sender.post({ url: endpoint.url, headers, body }) };
}

function inventSampleAlert(companyId: string, at: Date): Alert {
  return {
    id: randomUUIDv7(),
    companyId,
    merchantId: randomUUIDv7(),
    merchantEnrollmentId: randomUUIDv7(),
    provider: 'provider_a_alerts',
    providerAlertId: 'SAMPLE',
    amount: '129.90',
    currency: 'BRL',
    cardLast4: '4242',
    cardBin: '41234567',
    transactionDate: new Date(at.getTime() - DAY_MS).toISOString().slice(0, 10),
    descriptor: 'SAMPLE ALERT',
    arn: null,
    caid: null,
    authCode: '031337',
    alertType: 'confirmed_fraud',
    reasonCode: '10.4',
    issuer: 'Sample',
    installmentNumber: null,
    installmentCount: null,
    status: 'pending',
    receivedAt: at,
    expiresAt: new Date(at.getTime() + DAY_MS),
    createdAt: at,
    updatedAt: at,
  };
}
