import type { AlertFilterShape, AlertView } from '../../api/shapes.ts';

/** What narrows a view down. */
export const FILTER_NAMES = [
  'q',
  'status',
  'provider',
  'merchant_id',
  'due_within_hours',
  'date_from',
  'date_to',
  'card_bin',
  'card_last4',
  'provider_alert_id',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

const NAMES = ['view', ...FILTER_NAMES, 'page', 'per_page'] as const;
type AlertsSearchName = (typeof NAMES)[number];

/** What the address of the list keeps: the filter and the page, as text; what is empty is left out. */
export type AlertsSearch = Readonly<Partial<Record<AlertsSearchName, string | undefined>>>;

export const VIEWS: readonly AlertView[] = ['needs_answer', 'answered', 'expired', 'auto_refunded', 'all'];
export const PER_PAGE_DEFAULT = '50';
export const PER_PAGE_CHOICES = ['20', '50', '100'] as const;

export function readAlertsSearch(search: Record<string, unknown>): AlertsSearch {
  return Object.fromEntries(
    NAMES.map((name) => [name, search[name]]).filter(
      ([, value]) => typeof value === 'string' && value !== '',
    ),
  );
}

export function activeFilters(search: AlertsSearch): readonly FilterName[] {
  return FILTER_NAMES.filter((name) => search[name] !== undefined);
}

/** Whoever opens the list comes to answer; whoever comes with a filter looks for something, wherever it is. */
export function viewOf(search: AlertsSearch): AlertView {
  const named = VIEWS.find((view) => view === search.view);
  return named ?? (activeFilters(search).length > 0 ? 'all' : 'needs_answer');
}

/** What the service is asked for: the filter alone, without the page. */
export function filterOf(search: AlertsSearch): Readonly<Record<string, string | undefined>> {
  const { page: _page, per_page: _perPage, ...filter } = search;
  return { ...filter, view: viewOf(search) };
}

/** The same filter in the body of a bulk update, where a number is a number. */
export function filterShapeOf(search: AlertsSearch): AlertFilterShape {
  const { due_within_hours: hours, ...filter } = filterOf(search);
  return hours === undefined ? filter : { ...filter, due_within_hours: Number(hours) };
}

/** Whether the list is ordered by what is due first; rows then leave it only by being answered or by time. */
export function isByTimeLeft(search: AlertsSearch): boolean {
  return viewOf(search) === 'needs_answer' || search.due_within_hours !== undefined;
}
