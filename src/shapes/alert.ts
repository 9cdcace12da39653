import { type Static, Type } from 'typebox';
import {
  type Alert,
  ALERT_STATUSES,
  type AlertStatus,
  type ReceivedAlert,
  type ToldAlert,
} from '../rules/alert.ts';
import { PROVIDER_FACTS, PROVIDERS } from '../rules/provider.ts';
import { Nullable, OneOf, Timestamp, Uuid } from './schema.ts';

export const AlertSchema = Type.Object(
  {
    id: Uuid(
      'Our own key of the alert; used in the status-update path.',
      '0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e',
    ),
    company_id: Uuid('The company it belongs to.', '0197a1ef-1111-7abc-8def-0123456789ab'),
    merchant_id: Uuid('The merchant it concerns.', '0197a1ef-2222-7abc-8def-0123456789ab'),
    merchant_enrollment_id: Uuid(
      'The enrollment that routed it here.',
      '0197a1ef-3333-7abc-8def-0123456789ab',
    ),
    provider: OneOf(PROVIDERS, { description: 'Which provider sent it.', examples: ['provider_a_alerts'] }),
    provider_alert_id: Type.String({
      description: "The provider's identifier, unique within the provider.",
      examples: ['A7K2QX90'],
    }),
    amount: Type.String({ description: 'Decimal amount, with its decimals as sent.', examples: ['129.90'] }),
    currency: Type.String({ description: 'ISO 4217 alpha-3 code.', examples: ['BRL'] }),
    card_last4: Type.String({ description: 'Last 4 digits of the card.', examples: ['4242'] }),
    card_bin: Type.String({ description: 'First 6 to 8 digits of the card.', examples: ['41234567'] }),
    transaction_date: Timestamp('Day of the transaction, at 00:00:00.000 UTC.', '2026-11-01T00:00:00.000Z'),
    descriptor: Type.String({ examples: ['LOJA*EXEMPLO'] }),
    arn: Nullable('string', { description: 'Acquirer reference number.', examples: [null] }),
    caid: Nullable('string', { description: 'Card acceptor identifier.', examples: ['000123456789012'] }),
    auth_code: Type.String({ description: 'Authorization code of the transaction.', examples: ['031337'] }),
    alert_type: Type.String({
      description: 'Open text; known values: confirmed_fraud, customer_dispute, rdr.',
      examples: ['confirmed_fraud'],
    }),
    reason_code: Type.String({ examples: ['10.4'] }),
    issuer: Type.String({ examples: ['Banco Exemplo'] }),
    status: OneOf(ALERT_STATUSES, { examples: ['pending'] }),
    received_at: Timestamp(
      'When we received it; sorting and date filters use it.',
      '2026-11-02T12:00:00.000Z',
    ),
    expires_at: Timestamp('Until when provider A takes an answer.', '2026-11-03T12:00:00.000Z'),
    created_at: Timestamp('When it became an alert of the company.', '2026-11-02T12:00:00.000Z'),
    updated_at: Timestamp('When its status changed last.', '2026-11-02T12:00:00.000Z'),
    installment_number: Nullable('integer', { examples: [2] }),
    installment_count: Nullable('integer', { examples: [12] }),
    provider_id: Uuid('Kept for compatibility; use `provider`.', PROVIDER_FACTS.provider_a_alerts.providerId),
  },
  { $id: 'Alert', title: 'Alert' },
);
export type AlertShape = Static<typeof AlertSchema>;

export function shapeAlert(alert: Alert | Alert<string>): AlertShape {
  return shape(alert, { status: alert.status, updatedAt: alert.updatedAt });
}

/** The alert as every webhook shows it, whatever became of it since. */
export function shapeReceivedAlert(alert: ReceivedAlert | ToldAlert): AlertShape {
  return shape(alert, { status: 'pending', updatedAt: alert.createdAt });
}

function shape(
  alert: ReceivedAlert | ToldAlert,
  { status, updatedAt }: { status: AlertStatus; updatedAt: Date | string },
): AlertShape {
  return {
    id: alert.id,
    company_id: alert.companyId,
    merchant_id: alert.merchantId,
    merchant_enrollment_id: alert.merchantEnrollmentId,
    provider: alert.provider,
    provider_alert_id: alert.providerAlertId,
    amount: alert.amount,
    currency: alert.currency,
    card_last4: alert.cardLast4,
    card_bin: alert.cardBin,
    transaction_date: shapeDay(alert.transactionDate),
    descriptor: alert.descriptor,
    arn: alert.arn,
    caid: alert.caid,
    auth_code: alert.authCode,
    alert_type: alert.alertType,
    reason_code: alert.reasonCode,
    issuer: alert.issuer,
    status,
    received_at: shapeMoment(alert.receivedAt),
    expires_at: shapeMoment(alert.expiresAt),
    created_at: shapeMoment(alert.createdAt),
    updated_at: shapeMoment(updatedAt),
    installment_number: alert.installmentNumber,
    installment_count: alert.installmentCount,
    provider_id: PROVIDER_FACTS[alert.provider].providerId,
  };
}

/** A moment that comes as text is already in the right form. */
export function shapeMoment(moment: Date | string): string {
  return typeof moment === 'string' ? moment : moment.toISOString();
}

/** A day is written as its first moment in UTC. */
export function shapeDay(day: string): string {
  return `${day}T00:00:00.000Z`;
}
