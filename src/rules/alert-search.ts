import type { AlertStatus } from './alert.ts';
import type { Provider } from './provider.ts';
import type { SearchText } from './search-text.ts';

/**
 * The views of the list. Every alert is in exactly one of the first four: provider A's wait, are answered or are
 * expired, which one past its deadline is even before it is marked; provider B's are all refunded already.
 */
export const ALERT_VIEWS = ['needs_answer', 'answered', 'expired', 'auto_refunded', 'all'] as const;
export type AlertView = (typeof ALERT_VIEWS)[number];

/** Which of a company's alerts are meant. All that is given must hold. */
export interface AlertSearch {
  readonly view: AlertView;
  readonly status?: AlertStatus | undefined;
  readonly provider?: Provider | undefined;
  readonly merchantId?: string | undefined;
  readonly providerAlertId?: string | undefined;
  /** First day, YYYY-MM-DD, from its first moment in UTC. */
  readonly dateFrom?: string | undefined;
  /** Last day, YYYY-MM-DD, to the end of its last second in UTC (D17). */
  readonly dateTo?: string | undefined;
  readonly cardBin?: string | undefined;
  readonly cardLast4?: string | undefined;
  /** Waits for an answer and must have it within this many hours. */
  readonly dueWithinHours?: number | undefined;
  readonly text?: SearchText | undefined;
}

export type AlertOrder = 'least_time_left' | 'newest_first';

/** What waits is shown by the time that is left, everything else as the API lists it (D18). */
export function alertOrder({ view, dueWithinHours }: AlertSearch): AlertOrder {
  return view === 'needs_answer' || dueWithinHours !== undefined ? 'least_time_left' : 'newest_first';
}

/** Whether a view is all that is asked for, so that its total is known from the totals of the views. */
export function isWholeView(search: AlertSearch): boolean {
  return Object.entries(search).every(([name, value]) => name === 'view' || value === undefined);
}
