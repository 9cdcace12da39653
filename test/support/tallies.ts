import type { Queryable, Sql } from '../../src/store/connect.ts';
import { foldAlertChanges, type FoldLimits } from '../../src/store/tallies/fold-alert-changes.ts';

/** So low that a handful of alerts has every level there is. */
export const LOW_LIMITS: FoldLimits = {
  changesMax: 1000,
  listMax: 4,
  spanMax: 2,
  lookEvery: 1,
  newListsMax: 50,
};

/** Folds until nothing is left to fold. */
export async function foldAll(sql: Sql, limits: FoldLimits = LOW_LIMITS): Promise<void> {
  for (let waiting = true; waiting;) {
    await foldAlertChanges(sql, limits);
    waiting = (await sql`select 1 from alert_tally_changes limit 1`).length > 0;
  }
}

/** Tallies of a company that hold another number than there are alerts of their list and span. All changes must be folded. */
export async function findWrongTallies(sql: Queryable, companyId: string): Promise<readonly object[]> {
  return sql`
    select t.*, counted.alerts from alert_tallies t
    cross join lateral (
      select count(*)::int as alerts,
        count(*) filter (where provider = 'provider_b_rdr')::int as of_provider_b,
        count(*) filter (where status = 'pending')::int as pending
      from alerts a
      where a.company_id = t.company_id and (t.card_last4 = '' or a.card_last4 = t.card_last4)
        and (t.card_bin = '' or a.card_bin = t.card_bin)
        and (t.level = 0 or t.bucket = date_trunc(
          (array['month', 'day', 'hour', 'minute', 'second'])[t.level], a.received_at at time zone 'UTC'))) as counted
    where t.company_id = ${companyId} and (
      tallied_alerts(t, null) <> counted.alerts or tallied_alerts(t, 'pending') <> counted.pending
      or b_pending + b_notfound + b_account_suspended + b_other <> counted.of_provider_b)`;
}

/** The levels that the tallies of a company reach, for each kind of list. */
export async function readTallyLevels(sql: Queryable, companyId: string): Promise<Record<string, number>> {
  const rows = await sql<{ kind: string; level: number }[]>`
    select case when card_last4 = '' and card_bin = '' then 'all' when card_last4 = '' then 'bin'
      when card_bin = '' then 'last4' else 'both' end as kind, max(level)::int as level
    from alert_tallies where company_id = ${companyId} group by 1`;
  return Object.fromEntries(rows.map(({ kind, level }) => [kind, level]));
}
