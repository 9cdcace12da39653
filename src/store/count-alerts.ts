import type { AlertSearch } from '../rules/alert-search.ts';
import type { Queryable } from './connect.ts';
import { matchesSearch } from './search-alerts.ts';

export async function countAlerts(
  sql: Queryable,
  companyId: string,
  search: AlertSearch,
  now: Date,
): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from alerts a
    where a.company_id = ${companyId} and ${matchesSearch(sql, companyId, search, now)}`;
  return row?.total ?? 0;
}

/**
 * How many alerts of a search came to the company after a moment; no more than `countMax` are counted. One that waited
 * unrouted for longer than a day before it came is not among them: its time is over, and without that bound every
 * question would reach back to the first alert.
 */
export async function countAlertsSince(
  sql: Queryable,
  companyId: string,
  search: AlertSearch,
  since: { readonly now: Date; readonly createdAfter: Date; readonly countMax: number },
): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from (
      select 1 from alerts a
      where a.company_id = ${companyId} and ${matchesSearch(sql, companyId, search, since.now)}
        and a.created_at > ${since.createdAfter}
        and a.received_at > ${since.createdAfter}::timestamptz - interval '1 day'
      limit ${since.countMax}) as found`;
  return row?.total ?? 0;
}

export interface ViewTotals {
  readonly answered: number;
  readonly expired: number;
  readonly autoRefunded: number;
  readonly all: number;
}

/** The views that reach back to the first alert, in one pass over all the company has. */
export async function countWholeViews(sql: Queryable, companyId: string, now: Date): Promise<ViewTotals> {
  const [totals] = await sql<ViewTotals[]>`
    select
      count(*) filter (where a.provider = 'provider_a_alerts'
        and a.status in ('notfound', 'account_suspended', 'other'))::int as answered,
      count(*) filter (where a.provider = 'provider_a_alerts'
        and (a.status = 'expired' or a.status = 'pending' and a.expires_at <= ${now}))::int as expired,
      count(*) filter (where a.provider = 'provider_b_rdr')::int as auto_refunded,
      count(*)::int as "all"
    from alerts a
    where a.company_id = ${companyId}`;
  return totals ?? { answered: 0, expired: 0, autoRefunded: 0, all: 0 };
}
