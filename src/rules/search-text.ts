import { CARD_BIN_PATTERN, CARD_LAST4_PATTERN } from './alert-fields.ts';
import { isUuid } from './uuid.ts';

/** What a text in the search box may mean; an alert is found when any of it holds. */
export type SearchText =
  | { readonly kind: 'alert_id'; readonly alertId: string }
  | {
      readonly kind: 'words';
      /** The whole of an authorization code or ARN, or the beginning of the provider's identifier. */
      readonly identifier: string;
      readonly cardLast4: string | undefined;
      /** The BIN or its beginning: people know six digits of it. */
      readonly cardBin: string | undefined;
      readonly amount: string | undefined;
      /** Somewhere in the descriptor, the issuer or the merchant's name; undefined for bare numbers, which are none. */
      readonly part: string | undefined;
    };

const CARD_LAST4 = new RegExp(CARD_LAST4_PATTERN);
const CARD_BIN = new RegExp(CARD_BIN_PATTERN);
const AMOUNT_DIGITS_MAX = 15;

/** Undefined when there is nothing to search for. */
export function readSearchText(given: string): SearchText | undefined {
  const text = given.trim();
  if (text === '') return undefined;
  if (isUuid(text)) return { kind: 'alert_id', alertId: text.toLowerCase() };
  const amount = readAmount(text);
  return {
    kind: 'words',
    identifier: text,
    cardLast4: CARD_LAST4.test(text) ? text : undefined,
    cardBin: CARD_BIN.test(text) ? text : undefined,
    amount,
    part: amount === undefined ? text : undefined,
  };
}

/** An amount as people write it, with a point or a comma before the cents: `1234.5`, `1.234,50`, `1,234.50`. */
function readAmount(text: string): string | undefined {
  const [, whole, cents] =
    /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,6}))?$/.exec(text) ??
    /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,6}))?$/.exec(text) ??
    [];
  if (whole === undefined) return undefined;
  const digits = whole.replaceAll(/[.,]/g, '');
  if (digits.length > AMOUNT_DIGITS_MAX) return undefined;
  return cents === undefined ? digits : `${digits}.${cents}`;
}
