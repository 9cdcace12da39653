import type postgres from 'postgres';
import type { AlertSearch } from '../../rules/alert-search.ts';
import { matchesSearch } from '../alerts/search-alerts.ts';
import type { Queryable } from '../connect.ts';

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

/**
 * The views that reach back to the first alert: from the tallies and what is not in them yet, or counted where a company
 * has too few alerts for tallies. What is past its deadline and not marked yet is found by its own small index.
 */
export async function countWholeViews(sql: Queryable, companyId: string, now: Date): Promise<ViewTotals> {
  const tally = sql`
    from alert_tallies t
    where t.company_id = ${companyId} and t.card_last4 = '' and t.card_bin = '' and t.level = 0`;
  const [totals] = await sql<ViewTotals[]>`
    with counted as (
      select a_notfound + a_account_suspended + a_other as answered, a_expired as expired,
        b_pending + b_notfound + b_account_suspended + b_other as auto_refunded, tallied_alerts(t, null) as "all"
      ${tally}
      union all
      select ${sumViews(sql)} from alert_tally_changes c where c.company_id = ${companyId} and exists (select 1 ${tally})
      union all
      select ${sumViews(sql)} from (
        select provider, status, 1 as alerts from alerts
        where company_id = ${companyId} and not exists (select 1 ${tally})) as c
    )
    select coalesce(sum(answered), 0)::int as answered, coalesce(sum(auto_refunded), 0)::int as auto_refunded,
      coalesce(sum("all"), 0)::int as "all", coalesce(sum(expired), 0)::int + (
        select count(*)::int from alerts a
        where a.company_id = ${companyId} and a.status = 'pending' and a.provider = 'provider_a_alerts'
          and a.expires_at <= ${now}) as expired
    from counted`;
  return totals ?? { answered: 0, expired: 0, autoRefunded: 0, all: 0 };
}

function sumViews(sql: Queryable): postgres.Fragment {
  return sql`
    sum(c.alerts) filter (where c.provider = 'provider_a_alerts'
      and c.status in ('notfound', 'account_suspended', 'other')),
    sum(c.alerts) filter (where c.status = 'expired'),
    sum(c.alerts) filter (where c.provider = 'provider_b_rdr'),
    sum(c.alerts)`;
}
