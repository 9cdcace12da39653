import { type Static, Type } from 'typebox';
import { ALERT_FILTER_FIELDS, pageFields } from '../http/alert-filters.ts';
import { ERROR_TEXT, STORABLE_TEXT } from '../http/validation.ts';
import { ALERT_VIEWS } from '../rules/alert-search.ts';
import { PROVIDERS } from '../rules/provider.ts';
import { OneOf } from '../shapes/schema.ts';
import { idField } from './reference-fields.ts';

export const PER_PAGE_DEFAULT = 50;
const DUE_WITHIN_HOURS_MAX = 366 * 24;
const SEARCH_LENGTH_MAX = 100;

/** `AlertFilterShape` as the dashboard sends it, in a query or in a body, with the API's own words where it has some. */
export const AlertFilterQuery = Type.Object({
  view: Type.Optional(OneOf(ALERT_VIEWS, { [ERROR_TEXT]: `view must be one of ${ALERT_VIEWS.join(', ')}` })),
  ...ALERT_FILTER_FIELDS,
  provider: Type.Optional(
    OneOf(PROVIDERS, { [ERROR_TEXT]: `provider must be one of ${PROVIDERS.join(', ')}` }),
  ),
  merchant_id: Type.Optional(idField('merchant_id')),
  due_within_hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: DUE_WITHIN_HOURS_MAX,
      [ERROR_TEXT]: `due_within_hours must be an integer between 1 and ${DUE_WITHIN_HOURS_MAX}`,
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      pattern: STORABLE_TEXT,
      [ERROR_TEXT]: `q must be up to ${SEARCH_LENGTH_MAX} characters`,
    }),
  ),
});
export type AlertFilterQuery = Static<typeof AlertFilterQuery>;

/** The filter alone, without what came along with it. */
export function pickFilter(given: AlertFilterQuery): AlertFilterQuery {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(AlertFilterQuery.properties, name)),
  );
}

export const AlertPageQuery = Type.Object({
  ...AlertFilterQuery.properties,
  ...pageFields(PER_PAGE_DEFAULT),
});
export type AlertPageQuery = Static<typeof AlertPageQuery>;

export const NewCountQuery = Type.Object({
  ...AlertFilterQuery.properties,
  since: Type.String({
    format: 'date-time',
    pattern: '^2[0-9]{3}-.*Z$',
    [ERROR_TEXT]: 'since must be a time in ISO 8601 format, in UTC',
  }),
});
export type NewCountQuery = Static<typeof NewCountQuery>;
