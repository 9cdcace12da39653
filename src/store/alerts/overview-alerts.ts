import type postgres from 'postgres';
import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';
import { LEVEL_OF_DAYS } from '../tallies/alert-tallies.ts';

export interface DueTally {
  readonly withinHours: number;
  readonly currency: string;
  readonly alerts: number;
  /** Decimal digits, as exact as the amounts themselves. */
  readonly amount: string;
}

/** What waits for an answer, by the hours left and by currency; each span of hours includes the shorter ones. */
export async function tallyDueAlerts(
  sql: Queryable,
  companyId: string,
  spans: { readonly now: Date; readonly hours: readonly number[] },
): Promise<readonly DueTally[]> {
  return sql<DueTally[]>`
    select span.hours as within_hours, a.currency, count(*)::int as alerts, sum(a.amount)::text as amount
    from unnest(${column(sql, 'integer', spans.hours)}) as span(hours)
    join alerts a on a.company_id = ${companyId} and a.status = 'pending' and a.provider = 'provider_a_alerts'
      and a.expires_at > ${spans.now} and a.expires_at <= ${spans.now}::timestamptz + span.hours * interval '1 hour'
    group by span.hours, a.currency
    order by span.hours, a.currency`;
}

export interface DayTally {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  readonly receivedA: number;
  readonly receivedB: number;
  readonly notfound: number;
  readonly accountSuspended: number;
  readonly other: number;
  readonly expired: number;
}

/**
 * What came each day and what became of it: an outcome counts on the day its alert was received, so that a day's
 * outcomes are a part of what it brought. Days without alerts are there too. Outcomes are provider A's alone. From the
 * tallies and what is not in them yet, or counted where a company has too few alerts for tallies.
 */
export async function tallyDays(
  sql: Queryable,
  companyId: string,
  period: { readonly now: Date; readonly days: number },
): Promise<readonly DayTally[]> {
  const { now, days } = period;
  const since = firstMoment(now, days);
  const isTallied = sql`exists (
    select 1 from alert_tallies
    where company_id = ${companyId} and card_last4 = '' and card_bin = '' and level = 0)`;
  return sql<DayTally[]>`
    with counted as (
      select bucket::date as day, a_pending + a_notfound + a_account_suspended + a_other + a_expired as received_a,
        b_pending + b_notfound + b_account_suspended + b_other as received_b,
        a_notfound as notfound, a_account_suspended as account_suspended, a_other as other, a_expired as expired
      from alert_tallies
      where company_id = ${companyId} and card_last4 = '' and card_bin = '' and level = ${LEVEL_OF_DAYS}
        and bucket >= ${since}::timestamptz at time zone 'UTC'
      union all
      ${sumDays(sql)} from alert_tally_changes
      where company_id = ${companyId} and received_at >= ${since} and ${isTallied}
      group by 1
      union all
      ${sumDays(sql)} from (select received_at, provider, status, 1 as alerts from alerts
        where company_id = ${companyId} and received_at >= ${since} and not ${isTallied}) as each
      group by 1
      union all
      ${sumDays(sql)} from (select received_at, 'overdue' as provider, 'expired' as status, 1 as alerts from alerts
        where company_id = ${companyId} and status = 'pending' and provider = 'provider_a_alerts'
          and expires_at <= ${now} and received_at >= ${since}) as overdue
      group by 1
    )
    select day, coalesce(sum(received_a), 0)::int as received_a, coalesce(sum(received_b), 0)::int as received_b,
      coalesce(sum(notfound), 0)::int as notfound, coalesce(sum(account_suspended), 0)::int as account_suspended,
      coalesce(sum(other), 0)::int as other, coalesce(sum(expired), 0)::int as expired
    from generate_series(0, ${days - 1}::int) as back
    cross join lateral (select (${now}::timestamptz at time zone 'UTC')::date - back as day) as calendar
    left join counted using (day)
    group by day
    order by day`;
}

/** The beginning of a statement that counts alerts by their day; what is overdue has come already and is expired besides. */
function sumDays(sql: Queryable): postgres.Fragment {
  return sql`
    select (received_at at time zone 'UTC')::date as day,
      sum(alerts) filter (where provider = 'provider_a_alerts') as received_a,
      sum(alerts) filter (where provider = 'provider_b_rdr') as received_b,
      sum(alerts) filter (where provider = 'provider_a_alerts' and status = 'notfound') as notfound,
      sum(alerts) filter (where provider = 'provider_a_alerts' and status = 'account_suspended') as account_suspended,
      sum(alerts) filter (where provider = 'provider_a_alerts' and status = 'other') as other,
      sum(alerts) filter (where status = 'expired') as expired`;
}

export interface ResponseTally {
  /** Full hours from receipt to the first answer, slower ones in the last; null in the row for all of them. */
  readonly hour: number | null;
  readonly answers: number;
  readonly medianSeconds: number;
}

/** Of more answers the newest tell enough, and the page does not wait for the others. */
const RESPONSES_MAX = 20_000;

/** How long the first answers to provider A's alerts of the period took, hour by hour and in all. */
export async function tallyResponses(
  sql: Queryable,
  companyId: string,
  period: { readonly now: Date; readonly days: number; readonly hourMax: number },
): Promise<readonly ResponseTally[]> {
  return sql<ResponseTally[]>`
    with response as materialized (
      select extract(epoch from h.changed_at - a.received_at)::float8 as seconds
      from (
        select company_id, id, received_at from alerts
        where company_id = ${companyId} and received_at >= ${firstMoment(period.now, period.days)}
          and provider = 'provider_a_alerts' and status in ('notfound', 'account_suspended', 'other')
        order by received_at desc, id desc
        limit ${RESPONSES_MAX}) as a
      join alert_history h on h.company_id = a.company_id and h.alert_id = a.id and h.from_status = 'pending'
    )
    select least(floor(seconds / 3600)::int, ${period.hourMax}::int) as hour, count(*)::int as answers,
      percentile_cont(0.5) within group (order by seconds) as median_seconds
    from response
    group by grouping sets ((1), ())
    having count(*) > 0`;
}

/** The period is whole days in UTC, and today is the last of them. */
function firstMoment(now: Date, days: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - (days - 1)));
}
