import { Type } from 'typebox';
import {
  ALERT_TEXT_LENGTH_MAX,
  CARD_BIN_PATTERN,
  CARD_LAST4_PATTERN,
  REFERENCE_PATTERN,
} from '../rules/alert-fields.ts';
import { ALERT_STATUSES } from '../rules/alert.ts';
import { DAY_PATTERN } from '../shapes/day.ts';
import { OneOf } from '../shapes/schema.ts';
import { ERROR_TEXT } from './validation.ts';

const PER_PAGE_MAX = 100;

/** Which page of a list, with the words a client hears when it does not fit (D4). */
export function pageFields(perPageDefault: number) {
  return {
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: 1,
        description: 'Page number.',
        [ERROR_TEXT]: 'page must be an integer greater than or equal to 1',
      }),
    ),
    per_page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PER_PAGE_MAX,
        default: perPageDefault,
        description: 'Items per page.',
        [ERROR_TEXT]: `per_page must be an integer between 1 and ${PER_PAGE_MAX}`,
      }),
    ),
  };
}

/** The filters of the API's list, which the dashboard has too (D4). */
export const ALERT_FILTER_FIELDS = {
  status: Type.Optional(
    OneOf(ALERT_STATUSES, { [ERROR_TEXT]: `status must be one of ${ALERT_STATUSES.join(', ')}` }),
  ),
  provider_alert_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ALERT_TEXT_LENGTH_MAX,
      pattern: REFERENCE_PATTERN,
      description: "The provider's identifier; usually finds 0 or 1 alert.",
      [ERROR_TEXT]: `provider_alert_id must be 1 to ${ALERT_TEXT_LENGTH_MAX} characters`,
    }),
  ),
  date_from: Type.Optional(
    Type.String({
      format: 'date',
      pattern: DAY_PATTERN,
      description: 'Received on this day (UTC) or later.',
      examples: ['2026-11-01'],
      [ERROR_TEXT]: 'date_from must be a date in YYYY-MM-DD format',
    }),
  ),
  date_to: Type.Optional(
    Type.String({
      format: 'date',
      pattern: DAY_PATTERN,
      description: 'Received on this day (UTC) or earlier.',
      examples: ['2026-11-30'],
      [ERROR_TEXT]: 'date_to must be a date in YYYY-MM-DD format',
    }),
  ),
  card_bin: Type.Optional(
    Type.String({ pattern: CARD_BIN_PATTERN, [ERROR_TEXT]: 'card_bin must be 6-8 digits' }),
  ),
  card_last4: Type.Optional(
    Type.String({ pattern: CARD_LAST4_PATTERN, [ERROR_TEXT]: 'card_last4 must be 4 digits' }),
  ),
};
