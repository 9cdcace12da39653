import type { Queryable } from './connect.ts';

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
  const wanted = spans.hours.map((hours) => ({ hours }));
  return sql<DueTally[]>`
    select span.hours as within_hours, a.currency, count(*)::int as alerts, sum(a.amount)::text as amount
    from jsonb_to_recordset(${sql.json(wanted)}) as span(hours int)
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
 * outcomes are a part of what it brought. Days without alerts are there too. Outcomes are provider A's alone.
 */
export async function tallyDays(
  sql: Queryable,
  companyId: string,
  period: { readonly now: Date; readonly days: number },
): Promise<readonly DayTally[]> {
  const { now, days } = period;
  return sql<DayTally[]>`
    with tally as materialized (
      select (a.received_at at time zone 'UTC')::date as day,
        count(*) filter (where a.provider = 'provider_a_alerts') as received_a,
        count(*) filter (where a.provider = 'provider_b_rdr') as received_b,
        count(*) filter (where a.provider = 'provider_a_alerts' and a.status = 'notfound') as notfound,
        count(*) filter (where a.provider = 'provider_a_alerts' and a.status = 'account_suspended') as account_suspended,
        count(*) filter (where a.provider = 'provider_a_alerts' and a.status = 'other') as other,
        count(*) filter (where a.provider = 'provider_a_alerts'
          and (a.status = 'expired' or a.status = 'pending' and a.expires_at <= ${now})) as expired
      from alerts a
      where a.company_id = ${companyId} and a.received_at >= ${firstMoment(now, days)}
      group by 1
    )
    select day, coalesce(received_a, 0)::int as received_a, coalesce(received_b, 0)::int as received_b,
      coalesce(notfound, 0)::int as notfound, coalesce(account_suspended, 0)::int as account_suspended,
      coalesce(other, 0)::int as other, coalesce(expired, 0)::int as expired
    from generate_series(0, ${days - 1}::int) as back
    cross join lateral (select (${now}::timestamptz at time zone 'UTC')::date - back as day) as calendar
    left join tally using (day)
    order by day`;
}

export interface ResponseTally {
  /** Full hours from receipt to the first answer, slower ones in the last; null in the row for all of them. */
  readonly hour: number | null;
  readonly answers: number;
  readonly medianSeconds: number;
}

/** How long the first answers to provider A's alerts of the period took, hour by hour and in all. */
export async function tallyResponses(
  sql: Queryable,
  companyId: string,
  period: { readonly now: Date; readonly days: number; readonly hourMax: number },
): Promise<readonly ResponseTally[]> {
  return sql<ResponseTally[]>`
    with response as materialized (
      select extract(epoch from h.changed_at - a.received_at)::float8 as seconds
      from alerts a
      join alert_history h on h.company_id = a.company_id and h.alert_id = a.id and h.from_status = 'pending'
      where a.company_id = ${companyId} and a.received_at >= ${firstMoment(period.now, period.days)}
        and a.provider = 'provider_a_alerts' and a.status in ('notfound', 'account_suspended', 'other')
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
