import type { AlertSearch } from '../../rules/alert-search.ts';
import { maskCardNumbers } from '../../rules/card-number.ts';
import { readSearchText } from '../../rules/search-text.ts';
import type { AlertFilterShape } from './alerts.ts';

/** What a valid filter means. */
export function readAlertFilter(filter: AlertFilterShape): AlertSearch {
  return {
    view: filter.view ?? 'all',
    status: filter.status,
    provider: filter.provider,
    merchantId: filter.merchant_id,
    providerAlertId: filter.provider_alert_id,
    dateFrom: filter.date_from,
    dateTo: filter.date_to,
    cardBin: filter.card_bin,
    cardLast4: filter.card_last4,
    dueWithinHours: filter.due_within_hours,
    text: filter.q === undefined ? undefined : readSearchText(filter.q),
  };
}

/** The filter as it may be stored or logged: a person may have searched for a card number, which must not be kept. */
export function keepableFilter(filter: AlertFilterShape): Record<string, string | number> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'string' ? keepableText(value) : value]),
  );
}

/** Half a character, which JSON can write, is nothing that a database takes. */
function keepableText(text: string): string {
  return maskCardNumbers(text.toWellFormed());
}
