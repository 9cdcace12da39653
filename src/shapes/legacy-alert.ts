import { type Static, Type } from 'typebox';
import type { ReceivedAlert, ToldAlert } from '../rules/alert.ts';
import { PROVIDER_FACTS } from '../rules/provider.ts';
import { shapeDay, shapeMoment } from './alert.ts';
import { OneOf, Timestamp } from './schema.ts';

const CARD_NUMBER_LENGTH = 16;

export const LegacyAlertSchema = Type.Object(
  {
    alert_id: Type.String({ description: "The provider's identifier.", examples: ['A7K2QX90'] }),
    merchant: Type.String({ description: "The merchant's name.", examples: ['Loja Exemplo'] }),
    provider: OneOf(['provider_a', 'provider_b'], { examples: ['provider_a'] }),
    descriptor: Type.String({ examples: ['LOJA*EXEMPLO'] }),
    transaction_date: Timestamp('Day of the transaction, at 00:00:00.000 UTC.', '2026-11-01T00:00:00.000Z'),
    currency: Type.String({ examples: ['BRL'] }),
    amount: Type.Number({ examples: [129.9] }),
    card_number: Type.String({
      description: 'BIN digits, asterisks, last 4 digits.',
      examples: ['41234567****4242'],
    }),
    created_at: Timestamp('When the alert was created.', '2026-11-02T12:00:00.000Z'),
  },
  { $id: 'LegacyAlert', title: 'LegacyAlert' },
);
export type LegacyAlertShape = Static<typeof LegacyAlertSchema>;

/** The body of the legacy webhook and of the legacy lookup (D19). */
export function shapeLegacyAlert(alert: ReceivedAlert | ToldAlert, merchantName: string): LegacyAlertShape {
  return {
    alert_id: alert.providerAlertId,
    merchant: merchantName,
    provider: PROVIDER_FACTS[alert.provider].legacySlug,
    descriptor: alert.descriptor,
    transaction_date: shapeDay(alert.transactionDate),
    currency: alert.currency,
    amount: Number(alert.amount),
    card_number: maskedCardNumber(alert.cardBin, alert.cardLast4),
    created_at: shapeMoment(alert.createdAt),
  };
}

function maskedCardNumber(cardBin: string, cardLast4: string): string {
  return cardBin.padEnd(CARD_NUMBER_LENGTH - cardLast4.length, '*') + cardLast4;
}
