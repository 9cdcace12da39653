import type postgres from 'postgres';
import { addToTallies, type AlertList, LEVEL_OF_DAYS, longSpans, type LongSpan } from './alert-tallies.ts';
import type { Queryable } from './connect.ts';

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
  const isOfList = matchesList(sql, list);
  const days = sql`
    select ${list.companyId}::uuid, ${list.cardLast4}, ${list.cardBin}, date_trunc('day', received_at, 'UTC'), provider,
      status, sum(alerts) from counted group by 4, 5, 6`;
  const [row] = await sql<{ longSpans: LongSpan[] }[]>`
    with counted as (${countNow(sql, isOfList)}),
    source(company_id, list_last4, list_bin, received_at, provider, status, alerts) as materialized (
      ${days} union all ${pairsOf(sql, list)}
    ), ${addToTallies(sql)}
    select ${longSpans(sql, spanMax)} as long_spans`;
  return row?.longSpans ?? [];
}

/** Gives spans their parts; returns the parts that want parts of their own. */
export async function splitSpans(
  sql: Queryable,
  list: AlertList,
  spans: readonly LongSpan[],
  spanMax: number,
): Promise<readonly LongSpan[]> {
  const level = spans[0]?.level ?? LEVEL_OF_DAYS;
  const records = sql.json(spans.map(({ bucket }) => ({ bucket })));
  const wanted = sql`jsonb_to_recordset(${records}) as w(bucket timestamp)`;
  await sql`
    update alert_tallies t set has_parts = true from ${wanted}
    where t.company_id = ${list.companyId} and t.card_last4 = ${list.cardLast4} and t.level = ${level}
      and t.bucket = w.bucket and (t.card_bin = ${list.cardBin} or t.card_last4 <> '')`;
  const step = sql.unsafe(
    `interval '1 ${level === LEVEL_OF_DAYS ? 'day' : level === 3 ? 'hour' : 'minute'}'`,
  );
  const [row] = await sql<{ longSpans: LongSpan[] }[]>`
    with counted as (
      select c.* from ${wanted} cross join lateral (
        ${countNow(
          sql,
          sql`
          ${matchesList(sql, list)} and received_at >= w.bucket at time zone 'UTC'
          and received_at < (w.bucket + ${step}) at time zone 'UTC'`,
        )}) as c
    ), source(company_id, list_last4, list_bin, received_at, provider, status, alerts) as materialized (
      select company_id, ${list.cardLast4}, ${list.cardBin}, received_at, provider, status, alerts from counted
      ${list.cardLast4 === '' ? sql`` : sql`union all ${pairsOf(sql, list)}`}
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

/** What of a list of last digits or of a BIN belongs to lists of both, which are tallied where each of the two is. */
function pairsOf(sql: Queryable, { companyId, cardLast4, cardBin }: AlertList): postgres.Fragment {
  const isOtherTallied =
    cardBin === ''
      ? sql`t.card_last4 = '' and t.card_bin = counted.card_bin and t.card_bin <> ''`
      : sql`t.card_bin = '' and t.card_last4 = counted.card_last4 and t.card_last4 <> ''`;
  return sql`
    select counted.company_id, counted.card_last4, counted.card_bin, counted.received_at, counted.provider,
      counted.status, counted.alerts
    from counted
    where ${cardLast4 !== '' || cardBin !== ''} and exists (
      select 1 from alert_tallies t
      where t.company_id = ${companyId} and t.level = 0 and ${isOtherTallied})`;
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
