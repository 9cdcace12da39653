import type postgres from 'postgres';
import type { AlertSearch } from '../../rules/alert-search.ts';
import type { Alert } from '../../rules/alert.ts';
import type { Queryable } from '../connect.ts';
import { alertColumns } from './alert-columns.ts';
import { takeRows, readStandingAlert, standingAlertColumns, type StandingAlertRow } from './told-alert.ts';

/** What the API can ask for. */
export type AlertFilter = Pick<
  AlertSearch,
  'status' | 'providerAlertId' | 'dateFrom' | 'dateTo' | 'cardBin' | 'cardLast4'
>;

export interface AlertPage {
  readonly alerts: readonly Alert<string>[];
  readonly total: number;
}

interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

/** A row of the page; without an id where the page is empty and only the total is told. */
type PageRow = readonly [total: number, ...alert: StandingAlertRow] | readonly [total: number, id: null];

/** One page of a company's alerts, newest first; `id` breaks ties so that pages never overlap (D18). One statement. */
export async function listAlerts(
  sql: Queryable,
  companyId: string,
  filter: AlertFilter,
  page: PageRange,
): Promise<AlertPage> {
  const rows =
    filter.providerAlertId === undefined
      ? await listByTallies(sql, companyId, filter, page)
      : await listByIdentifier(sql, companyId, filter, page);
  return { alerts: rows.flatMap(readAlert), total: rows[0]?.[0] ?? 0 };
}

function readAlert([, ...alert]: PageRow): readonly Alert<string>[] {
  return alert[0] === null ? [] : [readStandingAlert(alert)];
}

/** At most one alert of each provider has the identifier, so all of them are found before anything is asked of them. */
async function listByIdentifier(
  sql: Queryable,
  companyId: string,
  filter: AlertFilter,
  { offset, limit }: PageRange,
): Promise<readonly PageRow[]> {
  const { providerAlertId = '', dateFrom, dateTo, cardBin, cardLast4 } = filter;
  const rows = await sql`
    with named as materialized (
      select * from alerts where company_id = ${companyId} and provider_alert_id = ${providerAlertId}
    ), matching as (
      select * from named
      where true ${matchesStatus(sql, filter)}
        ${cardBin === undefined ? sql`` : sql`and card_bin = ${cardBin}`}
        ${cardLast4 === undefined ? sql`` : sql`and card_last4 = ${cardLast4}`}
        ${dateFrom === undefined ? sql`` : sql`and received_at >= ${dateFrom}::date::timestamp at time zone 'UTC'`}
        ${dateTo === undefined ? sql`` : sql`and received_at < (${dateTo}::date + 1)::timestamp at time zone 'UTC'`}
    )
    select (select count(*)::int from matching), ${standingAlertColumns(sql)}
    from (values (1)) as always
    left join (
      select ${alertColumns(sql)} from matching alerts
      order by received_at desc, id desc offset ${offset} limit ${limit}) as a on true
    order by a.received_at desc, a.id desc`.values();
  return takeRows<PageRow>(rows);
}

/**
 * `find_alert_page` tells from the tallies how many match and in which spans of time the page lies, and these are read.
 * All of it in one snapshot, so exact. A list that has no tallies is short, and is counted.
 */
async function listByTallies(
  sql: Queryable,
  companyId: string,
  filter: AlertFilter,
  { offset, limit }: PageRange,
): Promise<readonly PageRow[]> {
  const { status, dateFrom, dateTo, cardBin, cardLast4 } = filter;
  const matching = matchingInSpan(sql, companyId, filter);
  const rows = await sql`
    with page as materialized (
      select coalesce(page.total, (select count(*) from ${matching}))::int as total, by_bin, span_from, span_to,
        span_skip, span_take
      from find_alert_page(${companyId}, ${cardLast4 ?? ''}, ${cardBin ?? ''}, ${status ?? null}, ${dateFrom ?? null},
        ${dateTo ?? null}, ${offset}, ${limit}) as page
    )
    select page.total, ${standingAlertColumns(sql)}
    from page ${readSpans(sql, companyId, filter, matching)}
    order by a.received_at desc, a.id desc`.values();
  return takeRows<PageRow>(rows);
}

/**
 * The alerts of the page in each span. Where an index gives the list as it is, from the first one on; where it holds more
 * than is wanted of a card, the wanted ones are found in the index alone before they are read.
 */
function readSpans(
  sql: Queryable,
  companyId: string,
  { status, cardBin, cardLast4 }: AlertFilter,
  matching: postgres.Fragment,
): postgres.Fragment {
  if ([status, cardBin, cardLast4].filter((wanted) => wanted !== undefined).length > 1) {
    return sql`
      left join lateral (
        select id from ${matching}
        order by received_at desc, id desc offset page.span_skip limit page.span_take) as picked on true
      left join lateral (
        select ${alertColumns(sql)} from alerts
        where alerts.company_id = ${companyId} and alerts.id = picked.id) as a on true`;
  }
  return sql`
    left join lateral (
      select received_at, id from ${matching}
      order by received_at desc, id desc offset page.span_skip limit 1) as first on true
    left join lateral (
      select ${alertColumns(sql)} from ${matching} where (received_at, id) <= (first.received_at, first.id)
      order by received_at desc, id desc limit page.span_take) as a on true`;
}

/** The alerts that match within a span of `page`, as a table that an index gives in order. */
function matchingInSpan(sql: Queryable, companyId: string, filter: AlertFilter): postgres.Fragment {
  const { cardBin, cardLast4 } = filter;
  const matching = sql`
    select * from alerts where company_id = ${companyId} and received_at < page.span_to ${matchesStatus(sql, filter)}`;
  if (cardBin !== undefined && cardLast4 !== undefined) {
    // Each half by the index it names, and one of the two empty from its first moment on.
    return sql`(
      ${matching} and received_at >= case when page.by_bin then 'infinity' else page.span_from end
        and card_last4 = ${cardLast4} and card_bin || '' = ${cardBin}
      union all
      ${matching} and received_at >= case when page.by_bin then page.span_from else 'infinity' end
        and card_bin = ${cardBin} and card_last4 || '' = ${cardLast4}) as alerts`;
  }
  return sql`(
    ${matching} and received_at >= page.span_from
      ${cardBin === undefined ? sql`` : sql`and card_bin = ${cardBin}`}
      ${cardLast4 === undefined ? sql`` : sql`and card_last4 = ${cardLast4}`}) as alerts`;
}

function matchesStatus(sql: Queryable, { status }: AlertFilter): postgres.Fragment {
  return status === undefined ? sql`` : sql`and status = ${status}`;
}
