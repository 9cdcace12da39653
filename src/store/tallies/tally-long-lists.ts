import type postgres from 'postgres';
import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';
import { addToTallies, type AlertList, LEVEL_OF_DAYS, longSpans, type LongSpan } from './alert-tallies.ts';

/** Of these lists, those that hold more than `alertsMax` alerts; no more than that are counted. */
export async function findLongLists(
  sql: Queryable,
  lists: readonly AlertList[],
  alertsMax: number,
): Promise<readonly AlertList[]> {
  if (lists.length === 0) return [];
  return sql<AlertList[]>`
    select l.company_id, l.card_last4, l.card_bin
    from ${listRecords(sql, lists)} as l(company_id uuid, card_last4 text, card_bin text)
    where (case
      when l.card_bin <> '' then (select count(*) from (
        select 1 from alerts a where a.company_id = l.company_id and a.card_bin = l.card_bin
        limit ${alertsMax + 1}) as found)
      when l.card_last4 <> '' then (select count(*) from (
        select 1 from alerts a where a.company_id = l.company_id and a.card_last4 = l.card_last4
        limit ${alertsMax + 1}) as found)
      else (select count(*) from (
        select 1 from alerts a where a.company_id = l.company_id
        limit ${alertsMax + 1}) as found)
      end) > ${alertsMax}`;
}

/** Counts a list that has become long, down to its days; returns the days that want parts. */
export async function tallyList(
  sql: Queryable,
  list: AlertList,
  spanMax: number,
): Promise<readonly LongSpan[]> {
  // A list of both a BIN and digits may have parts down to the second already, since the digits have.
  const [row] = await sql<{ longSpans: LongSpan[] }[]>`
    with counted as (${countNow(sql, matchesList(sql, list))}),
    source(company_id, list_last4, list_bin, received_at, provider, status, alerts) as materialized (
      ${sumOf(sql, list, 'day')} ${sumOfPairs(sql, list, 'second')}
    ), ${addToTallies(sql)}
    select ${longSpans(sql, spanMax)} as long_spans`;
  return row?.longSpans ?? [];
}

/** What spans of each level last, from days on. */
const SPAN_UNITS = ['day', 'hour', 'minute', 'second'] as const;
type SpanUnit = (typeof SPAN_UNITS)[number];

/** Gives spans of one level their parts; returns the parts that want parts of their own. */
export async function splitSpans(
  sql: Queryable,
  list: AlertList,
  spans: readonly LongSpan[],
  spanMax: number,
): Promise<readonly LongSpan[]> {
  const level = spans[0]?.level ?? LEVEL_OF_DAYS;
  const [unit = 'day', unitOfParts = 'second'] = SPAN_UNITS.slice(level - LEVEL_OF_DAYS);
  const buckets = spans.map(({ bucket }) => bucket);
  const wanted = sql`unnest(${column(sql, 'timestamp', buckets)}) as w(bucket)`;
  await sql`
    update alert_tallies t set has_parts = true from ${wanted}
    where t.company_id = ${list.companyId} and t.card_last4 = ${list.cardLast4} and t.level = ${level}
      and t.bucket = w.bucket and (t.card_bin = ${list.cardBin} or t.card_last4 <> '')`;
  const inSpan = sql`
    ${matchesList(sql, list)} and received_at >= w.bucket at time zone 'UTC'
    and received_at < (w.bucket + ${`1 ${unit}`}::interval) at time zone 'UTC'`;
  // The parts of a BIN's list are its own; those of lists of both follow the digits.
  const pairs = list.cardLast4 === '' ? sql`` : sumOfPairs(sql, list, unitOfParts);
  const [row] = await sql<{ longSpans: LongSpan[] }[]>`
    with counted as (
      select c.* from ${wanted} cross join lateral (${countNow(sql, inSpan)}) as c
    ), source(company_id, list_last4, list_bin, received_at, provider, status, alerts) as materialized (
      ${sumOf(sql, list, unitOfParts)} ${pairs}
    ), ${addToTallies(sql, level + 1)}
    select ${longSpans(sql, spanMax)} as long_spans`;
  return row?.longSpans ?? [];
}

/** The alerts of a condition as the tallies should have them: without what is still to be taken from the changes. */
function countNow(sql: Queryable, condition: postgres.Fragment): postgres.Fragment {
  return sql`
    select company_id, card_last4, card_bin, received_at, provider, status, 1 as alerts from alerts where ${condition}
    union all
    select company_id, card_last4, card_bin, received_at, provider, status, -alerts from alert_tally_changes
    where ${condition}`;
}

/** What is counted of a list, summed as finely as its tallies need it. Every connection has UTC as its zone. */
function sumOf(
  sql: Queryable,
  { companyId, cardLast4, cardBin }: AlertList,
  unit: SpanUnit,
): postgres.Fragment {
  return sql`
    select ${companyId}::uuid, ${cardLast4}, ${cardBin}, date_trunc(${unit}, received_at), provider, status,
      sum(alerts)
    from counted
    group by 4, 5, 6`;
}

/** What of it belongs to lists of both a BIN and digits, which are tallied where each of the two is. */
function sumOfPairs(
  sql: Queryable,
  { companyId, cardLast4, cardBin }: AlertList,
  unit: SpanUnit,
): postgres.Fragment {
  if (cardLast4 === '' && cardBin === '') return sql``;
  const isOtherTallied =
    cardBin === ''
      ? sql`t.card_last4 = '' and t.card_bin = counted.card_bin and t.card_bin <> ''`
      : sql`t.card_bin = '' and t.card_last4 = counted.card_last4 and t.card_last4 <> ''`;
  return sql`
    union all
    select company_id, card_last4, card_bin, date_trunc(${unit}, received_at), provider, status, sum(alerts)
    from counted
    where exists (
      select 1 from alert_tallies t where t.company_id = ${companyId} and t.level = 0 and ${isOtherTallied})
    group by 1, 2, 3, 4, 5, 6`;
}

function matchesList(sql: Queryable, { companyId, cardLast4, cardBin }: AlertList): postgres.Fragment {
  return sql`
    company_id = ${companyId}
    ${cardLast4 === '' ? sql`` : sql`and card_last4 = ${cardLast4}`}
    ${cardBin === '' ? sql`` : sql`and card_bin = ${cardBin}`}`;
}

function listRecords(sql: Queryable, lists: readonly AlertList[]): postgres.Fragment {
  const records = lists.map(({ companyId, cardLast4, cardBin }) => ({
    company_id: companyId,
    card_last4: cardLast4,
    card_bin: cardBin,
  }));
  return sql`jsonb_to_recordset(${sql.json(records)})`;
}
