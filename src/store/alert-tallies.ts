import type postgres from 'postgres';
import type { Queryable } from './connect.ts';

/** One list of a company, '' meaning any: all its alerts, those of a BIN, of last digits, or of both. */
export interface AlertList {
  readonly companyId: string;
  readonly cardLast4: string;
  readonly cardBin: string;
}

/** A span of time in a list, as PostgreSQL writes its beginning, that holds so many alerts that it wants parts. */
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
 * alerts with both a BIN and last digits has parts where the one of the last digits has.
 */
export function addToTallies(sql: Queryable, levelMin = 0): postgres.Fragment {
  return sql`
    placed as (
      select company_id, list_last4, list_bin, case when list_last4 = '' then list_bin else '' end as owner_bin,
        received_at at time zone 'UTC' as at, provider, status, alerts
      from source
    ), node as (
      select s.company_id, list_last4, list_bin, part.level, part.bucket, ${sumCounters(sql)}
      from placed s
      left join alert_tallies day on day.company_id = s.company_id and day.card_last4 = s.list_last4
        and day.card_bin = s.owner_bin and day.level = 2 and day.bucket = date_trunc('day', s.at)
      left join alert_tallies hour on day.has_parts and hour.company_id = s.company_id
        and hour.card_last4 = s.list_last4 and hour.card_bin = s.owner_bin
        and hour.level = 3 and hour.bucket = date_trunc('hour', s.at)
      left join alert_tallies minute on hour.has_parts and minute.company_id = s.company_id
        and minute.card_last4 = s.list_last4 and minute.card_bin = s.owner_bin
        and minute.level = 4 and minute.bucket = date_trunc('minute', s.at)
      cross join lateral (values
        (0, '-infinity'::timestamp, true),
        (1, date_trunc('month', s.at), true),
        (2, date_trunc('day', s.at), true),
        (3, date_trunc('hour', s.at), day.has_parts),
        (4, date_trunc('minute', s.at), hour.has_parts),
        (5, date_trunc('second', s.at), minute.has_parts)) as part(level, bucket, is_kept)
      where part.is_kept and part.level >= ${levelMin}
      group by s.company_id, list_last4, list_bin, part.level, part.bucket
    ), added as (
      insert into alert_tallies as t
        (company_id, card_last4, card_bin, level, bucket, has_parts, ${sql.unsafe(COUNTER_NAMES.join(', '))})
      select node.company_id, list_last4, list_bin, node.level, node.bucket, coalesce(owner.has_parts, false),
        ${sql.unsafe(COUNTER_NAMES.map((name) => `coalesce(node.${name}, 0)`).join(', '))}
      from node
      left join alert_tallies owner on list_last4 <> '' and owner.company_id = node.company_id
        and owner.card_last4 = list_last4 and owner.card_bin = '' and owner.level = node.level
        and owner.bucket = node.bucket
      on conflict (company_id, card_last4, card_bin, level, bucket) do update set
        ${sql.unsafe(COUNTER_NAMES.map((name) => `${name} = t.${name} + excluded.${name}`).join(', '))}
      returning t.company_id, t.card_last4, t.card_bin, t.level, t.bucket, t.has_parts, tallied_alerts(t, null) as alerts
    )`;
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
        `sum(s.alerts) filter (where s.provider = '${provider}' and s.status = '${status}') as ${name}`,
    ).join(', '),
  );
}
