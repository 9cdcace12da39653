import type postgres from 'postgres';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { cancelOnStop, type Stopping } from '../cancel-on-stop.ts';
import type { Queryable, Sql } from '../connect.ts';
import { isSerializationFailure } from '../database-errors.ts';
import { transact } from '../transact.ts';
import { addToTallies, type AlertList, longSpans, type LongSpan } from './alert-tallies.ts';
import { findLongLists, splitSpans, tallyList } from './tally-long-lists.ts';

/** Tallying a list of millions for the first time takes longer than any statement for a request may. */
const STATEMENT_TIMEOUT = '10min';

export interface FoldLimits {
  /** Changes that one fold takes. */
  readonly changesMax: number;
  /** A list with more alerts is tallied; a shorter one is counted when somebody asks. */
  readonly listMax: number;
  /** A span with more alerts has parts, down to seconds. */
  readonly spanMax: number;
  /** The length of a list is checked about once in this many alerts that come to it. */
  readonly lookEvery: number;
  /** Lists that one fold tallies for the first time. */
  readonly newListsMax: number;
}

export const FOLD_LIMITS: FoldLimits = {
  changesMax: 20_000,
  listMax: 4000,
  spanMax: 1000,
  lookEvery: 256,
  newListsMax: 50,
};

/**
 * Moves changes into the tallies, and keeps lists and spans short that are counted or walked through. All in one
 * snapshot, in which tallies and changes together are what the alerts are. One process at a time; returns whether there
 * may be more to do at once.
 */
export async function foldAlertChanges(
  sql: Sql,
  limits: FoldLimits = FOLD_LIMITS,
  stopping?: Stopping,
): Promise<boolean> {
  const [waiting] = await sql`select 1 from alert_tally_changes limit 1`;
  if (waiting === undefined) return false;
  try {
    return await transact(sql, async (transaction) => {
      await transaction`set transaction isolation level repeatable read`;
      const [turn] = await transaction<{ isOurs: boolean }[]>`
        select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.tallies}) as is_ours`;
      if (turn?.isOurs !== true) return false;
      const run = (): Promise<boolean> => fold(transaction, limits);
      return stopping === undefined ? run() : cancelOnStop(transaction, stopping, run);
    });
  } catch (error) {
    // Another process finished a fold between our snapshot and our turn.
    if (isSerializationFailure(error)) return false;
    throw error;
  }
}

async function fold(sql: Queryable, limits: FoldLimits): Promise<boolean> {
  // Tallies and changes come and go faster than statistics of them are gathered; each row is found by its key.
  await sql`
    select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true), set_config('enable_seqscan', 'off', true)`;
  const folded = await takeChanges(sql, limits);
  const longLists = await findLongLists(sql, folded.untallied, limits.listMax);
  await lookAgainLater(sql, longLists.slice(limits.newListsMax));
  const spans = [...folded.longSpans];
  for (const list of longLists.slice(0, limits.newListsMax)) {
    spans.push(...(await tallyList(sql, list, limits.spanMax)));
  }
  await splitAll(sql, spans, limits.spanMax);
  return folded.taken === limits.changesMax || longLists.length > limits.newListsMax;
}

interface Folded {
  readonly taken: number;
  readonly longSpans: readonly LongSpan[];
  /** Lists without tallies whose turn it is to be looked at. */
  readonly untallied: readonly AlertList[];
}

async function takeChanges(sql: Queryable, { changesMax, spanMax, lookEvery }: FoldLimits): Promise<Folded> {
  const [folded] = await sql<Folded[]>`
    with taken as materialized (
      delete from alert_tally_changes
      where ctid = any (array(select ctid from alert_tally_changes limit ${changesMax}))
      returning company_id, card_last4, card_bin, date_trunc('second', received_at) as received_at, provider, status,
        alerts
    ), root as materialized (
      select r.company_id, r.card_last4, r.card_bin from alert_tallies r
      where r.level = 0 and r.company_id in (select t.company_id from taken t)
    ), source as materialized (${sumByList(sql)}), ${addToTallies(sql)}, looked_at as (
      select t.company_id, list_last4, list_bin
      from taken t
      cross join lateral (values ('', ''), ('', t.card_bin), (t.card_last4, '')) as l(list_last4, list_bin)
      where t.alerts = 0 or random() * ${lookEvery} < t.alerts
      except select company_id, card_last4, card_bin from root
    )
    select (select count(*)::int from taken) as taken, ${longSpans(sql, spanMax)} as long_spans,
      (select coalesce(jsonb_agg(jsonb_build_object(
        'companyId', company_id, 'cardLast4', list_last4, 'cardBin', list_bin)), '[]') from looked_at) as untallied`;
  return folded ?? { taken: 0, longSpans: [], untallied: [] };
}

/**
 * What was taken, by each tallied list it belongs to. `is true` keeps the planner from making joins of the conditions: it
 * cannot know how many rows were taken, and hashing is right for few and for many.
 */
function sumByList(sql: Queryable): postgres.Fragment {
  const isBinTallied = sql`((company_id, card_bin) in (
    select company_id, card_bin from root where card_last4 = '' and card_bin <> '')) is true`;
  const areDigitsTallied = sql`((company_id, card_last4) in (
    select company_id, card_last4 from root where card_bin = '' and card_last4 <> '')) is true`;
  const isAllTallied = sql`((company_id) in (
    select company_id from root where card_last4 = '' and card_bin = '')) is true`;
  const kinds = [
    { last4: sql`''`, bin: sql`''`, isTallied: isAllTallied },
    { last4: sql`''`, bin: sql`card_bin`, isTallied: isBinTallied },
    { last4: sql`card_last4`, bin: sql`''`, isTallied: areDigitsTallied },
    { last4: sql`card_last4`, bin: sql`card_bin`, isTallied: sql`${isBinTallied} and ${areDigitsTallied}` },
  ].map(
    ({ last4, bin, isTallied }) => sql`
      select company_id, ${last4} as list_last4, ${bin} as list_bin, received_at, provider, status, sum(alerts) as alerts
      from taken where ${isTallied}
      group by company_id, list_last4, list_bin, received_at, provider, status
      having sum(alerts) <> 0`,
  );
  return kinds.reduce((one, other) => sql`${one} union all ${other}`);
}

/** A row of no alerts asks the next fold for a look at its lists. */
async function lookAgainLater(sql: Queryable, lists: readonly AlertList[]): Promise<void> {
  if (lists.length === 0) return;
  const records = lists.map(({ companyId, cardLast4, cardBin }) => ({
    company_id: companyId,
    card_last4: cardLast4,
    card_bin: cardBin,
  }));
  await sql`
    insert into alert_tally_changes (company_id, received_at, card_last4, card_bin, provider, status, alerts)
    select company_id, clock_timestamp(), card_last4, card_bin, 'provider_a_alerts', 'pending', 0
    from jsonb_to_recordset(${sql.json(records)}) as l(company_id uuid, card_last4 text, card_bin text)`;
}

/** Spans of one list and level together; their parts are never of a level that is done already. */
async function splitAll(sql: Queryable, spans: readonly LongSpan[], spanMax: number): Promise<void> {
  const groups = Map.groupBy(spans, ({ companyId, cardLast4, cardBin, level }) =>
    [companyId, cardLast4, cardBin, level].join(' '),
  );
  for (const [first, ...rest] of groups.values()) {
    if (first === undefined) continue;
    await splitAll(sql, await splitSpans(sql, first, [first, ...rest], spanMax), spanMax);
  }
}
