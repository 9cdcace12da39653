import type postgres from 'postgres';
import type { Queryable } from '../connect.ts';

/** One list of a company, '' meaning any: all its alerts, those of a BIN, of last digits, or of both. */
export interface AlertList {
  readonly companyId: string;
  readonly cardLast4: string;
  readonly cardBin: string;
}

/** A span of time in a list, as PostgreSQL writes its beginning, that holds enough alerts to need parts. */
export interface LongSpan extends AlertList {
  readonly level: number;
  readonly bucket: string;
}

/** Days always have their row; what is finer only where there is much. */
export const LEVEL_OF_DAYS = 2;
const LEVEL_OF_SECONDS = 5;

/**
 * The part of a statement that adds to the tallies what its CTE `source` holds: rows with the list they belong to
 * (list_last4, list_bin), moment, provider, status and number. Its CTE `added` has the rows that this changed. A span of
 * alerts with both a BIN and last digits has parts where the one of the last digits has. Level by level, so that only what
 * lies in a span with parts is summed once more.
 */
export function addToTallies(sql: Queryable, levelMin = 0): postgres.Fragment {
  return sql`
    placed as materialized (
      select company_id, list_last4, list_bin, case when list_last4 = '' then list_bin else '' end as owner_bin,
        received_at at time zone 'UTC' as at, provider, status, alerts
      from source
    ), by_day as materialized (${sumBy(sql, 'day')}
    ), day_with_parts as materialized (${findWithParts(sql, 'by_day', LEVEL_OF_DAYS)}
    ), by_hour as materialized (${sumBy(sql, 'hour', 'day')}
    ), hour_with_parts as materialized (${findWithParts(sql, 'by_hour', LEVEL_OF_DAYS + 1)}
    ), by_minute as materialized (${sumBy(sql, 'minute', 'hour')}
    ), minute_with_parts as materialized (${findWithParts(sql, 'by_minute', LEVEL_OF_DAYS + 2)}
    ), summed as (
      select *, 0 as level, '-infinity'::timestamp as begins from by_day
      union all select *, 1, date_trunc('month', bucket) from by_day
      union all select *, 2, bucket from by_day
      union all select *, 3, bucket from by_hour
      union all select *, 4, bucket from by_minute
      union all select *, 5, bucket from (${sumBy(sql, 'second', 'minute')}) as by_second
    ), node as (
      select company_id, list_last4, list_bin, level, begins as bucket, ${sumCounters(sql)}
      from summed
      where level >= ${levelMin}
      group by company_id, list_last4, list_bin, level, begins
    ), added as (
      insert into alert_tallies as t
        (company_id, card_last4, card_bin, level, bucket, has_parts, ${sql.unsafe(COUNTER_NAMES.join(', '))})
      select company_id, list_last4, list_bin, level, bucket, list_last4 <> '' and list_bin <> '' and coalesce((
          select owner.has_parts from alert_tallies owner
          where owner.company_id = node.company_id and owner.card_last4 = list_last4 and owner.card_bin = ''
            and owner.level = node.level and owner.bucket = node.bucket), false),
        ${sql.unsafe(COUNTER_NAMES.map((name) => `coalesce(node.${name}, 0)`).join(', '))}
      from node
      on conflict (company_id, card_last4, card_bin, level, bucket) do update set
        ${sql.unsafe(COUNTER_NAMES.map((name) => `${name} = t.${name} + excluded.${name}`).join(', '))}
      returning t.company_id, t.card_last4, t.card_bin, t.level, t.bucket, t.has_parts, tallied_alerts(t, null) as alerts
    )`;
}

/** What is placed, by spans of a length; only what lies in a longer span that has parts, if one is named. */
function sumBy(sql: Queryable, unit: string, unitWithParts?: string): postgres.Fragment {
  // `is true` keeps the planner from making a join of the condition: it cannot know how many rows there are, and
  // hashing is right for few and for many.
  const isInPart =
    unitWithParts === undefined
      ? ''
      : `where ((company_id, list_last4, owner_bin, date_trunc('${unitWithParts}', at)) in (
          select company_id, card_last4, card_bin, bucket from ${unitWithParts}_with_parts)) is true`;
  return sql.unsafe(`
    select company_id, list_last4, list_bin, owner_bin, date_trunc('${unit}', at) as bucket, provider, status,
      sum(alerts) as alerts
    from placed ${isInPart}
    group by company_id, list_last4, list_bin, owner_bin, date_trunc('${unit}', at), provider, status`);
}

/** The spans of a level, among those summed, that have parts. */
function findWithParts(sql: Queryable, summed: string, level: number): postgres.Fragment {
  return sql.unsafe(`
    select t.company_id, t.card_last4, t.card_bin, t.bucket
    from (select distinct company_id, list_last4, owner_bin, bucket from ${summed}) as s
    cross join lateral (
      select * from alert_tallies
      where company_id = s.company_id and card_last4 = s.list_last4 and card_bin = s.owner_bin and level = ${level}
        and bucket = s.bucket and has_parts
      limit 1) as t`);
}

/** Of the rows in `added`, the spans that have grown too long, as a JSON array of `LongSpan`. */
export function longSpans(sql: Queryable, spanMax: number): postgres.Fragment {
  return sql`
    (select coalesce(jsonb_agg(jsonb_build_object('companyId', company_id, 'cardLast4', card_last4,
      'cardBin', card_bin, 'level', level, 'bucket', bucket)), '[]')
    from added
    where level between ${LEVEL_OF_DAYS} and ${LEVEL_OF_SECONDS - 1} and not has_parts and alerts > ${spanMax}
      and (card_last4 = '' or card_bin = ''))`;
}

const COUNTERS = [
  { name: 'a_pending', provider: 'provider_a_alerts', status: 'pending' },
  { name: 'a_notfound', provider: 'provider_a_alerts', status: 'notfound' },
  { name: 'a_account_suspended', provider: 'provider_a_alerts', status: 'account_suspended' },
  { name: 'a_other', provider: 'provider_a_alerts', status: 'other' },
  { name: 'a_expired', provider: 'provider_a_alerts', status: 'expired' },
  { name: 'b_pending', provider: 'provider_b_rdr', status: 'pending' },
  { name: 'b_notfound', provider: 'provider_b_rdr', status: 'notfound' },
  { name: 'b_account_suspended', provider: 'provider_b_rdr', status: 'account_suspended' },
  { name: 'b_other', provider: 'provider_b_rdr', status: 'other' },
] as const;

const COUNTER_NAMES = COUNTERS.map(({ name }) => name);

function sumCounters(sql: Queryable): postgres.Fragment {
  return sql.unsafe(
    COUNTERS.map(
      ({ name, provider, status }) =>
        `sum(alerts) filter (where provider = '${provider}' and status = '${status}') as ${name}`,
    ).join(', '),
  );
}
