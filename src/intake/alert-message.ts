import { type Static, Type } from 'typebox';
import { ERROR_TEXT, STORABLE_TEXT } from '../http/validation.ts';
import { maskCardNumbers, truncateCardBin } from '../rules/card-number.ts';
import type { AlertFacts } from '../rules/alert.ts';
import { DAY_PATTERN } from '../shapes/day.ts';
import { Nullable } from '../shapes/schema.ts';

const TEXT_LENGTH_MAX = 255;
/** As `STORABLE_TEXT`, and not only spaces; written so that a text can match in only one way. */
const VISIBLE_TEXT_PATTERN = '^\\s*[^\\s\\u0000\\ud800-\\udfff][^\\u0000\\ud800-\\udfff]*$';
const INSTALLMENTS_MAX = 999;

export function RequiredText(name: string, example: string) {
  return Type.String({
    minLength: 1,
    maxLength: TEXT_LENGTH_MAX,
    pattern: VISIBLE_TEXT_PATTERN,
    examples: [example],
    [ERROR_TEXT]: `${name} must be text of 1 to ${TEXT_LENGTH_MAX} characters`,
  });
}

export function OptionalText(name: string, example: string | null) {
  return Type.Optional(
    Nullable('string', {
      maxLength: TEXT_LENGTH_MAX,
      pattern: STORABLE_TEXT,
      examples: [example],
      [ERROR_TEXT]: `${name} must be text of up to ${TEXT_LENGTH_MAX} characters, or null`,
    }),
  );
}

function InstallmentField(name: string, example: number) {
  return Type.Optional(
    Nullable('integer', {
      minimum: 0,
      maximum: INSTALLMENTS_MAX,
      examples: [example],
      [ERROR_TEXT]: `${name} must be a whole number from 0 to ${INSTALLMENTS_MAX}, or null`,
    }),
  );
}

/** What both providers send for each alert; each provider's own file adds what its routing needs. */
export const COMMON_FIELDS = {
  alert_id: RequiredText('alert_id', 'A7K2QX90'),
  amount: Type.String({
    pattern: '^[0-9]{1,15}(\\.[0-9]{1,6})?$',
    examples: ['129.90'],
    [ERROR_TEXT]: 'amount must be a decimal number written as text, such as "129.90"',
  }),
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    examples: ['BRL'],
    [ERROR_TEXT]: 'currency must be an ISO 4217 code of three capital letters, such as "BRL"',
  }),
  card_bin: Type.String({
    pattern: '^[0-9]{6,8}$',
    examples: ['41234567'],
    [ERROR_TEXT]: 'card_bin must be 6-8 digits',
  }),
  card_last4: Type.String({
    pattern: '^[0-9]{4}$',
    examples: ['4242'],
    [ERROR_TEXT]: 'card_last4 must be 4 digits',
  }),
  transaction_date: Type.String({
    format: 'date',
    pattern: DAY_PATTERN,
    examples: ['2026-11-01'],
    [ERROR_TEXT]: 'transaction_date must be a date in YYYY-MM-DD format',
  }),
  alert_type: OptionalText('alert_type', 'confirmed_fraud'),
  arn: OptionalText('arn', null),
  auth_code: OptionalText('auth_code', '031337'),
  reason_code: OptionalText('reason_code', '10.4'),
  issuer: OptionalText('issuer', 'Banco Exemplo'),
  installment_number: InstallmentField('installment_number', 2),
  installment_count: InstallmentField('installment_count', 12),
};

const CommonMessage = Type.Object(COMMON_FIELDS);
type CommonMessage = Static<typeof CommonMessage>;

/** Reads the common fields: what was left out becomes empty text, and no card number gets past this point. */
export function readCommonFacts(message: CommonMessage) {
  return {
    providerAlertId: message.alert_id,
    amount: message.amount,
    currency: message.currency,
    cardBin: truncateCardBin(message.card_bin),
    cardLast4: message.card_last4,
    transactionDate: message.transaction_date,
    alertType: readText(message.alert_type),
    arn: readNullableText(message.arn),
    authCode: readText(message.auth_code),
    reasonCode: readText(message.reason_code),
    issuer: readText(message.issuer),
    installmentNumber: message.installment_number ?? null,
    installmentCount: message.installment_count ?? null,
  } satisfies Partial<AlertFacts>;
}

export function readText(text: string | null | undefined): string {
  return maskCardNumbers(text ?? '');
}

export function readNullableText(text: string | null | undefined): string | null {
  return text === null || text === undefined || text === '' ? null : maskCardNumbers(text);
}
