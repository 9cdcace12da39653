import type postgres from 'postgres';
import type { AlertSearch } from '../../rules/alert-search.ts';
import type { AlertStatus, AnswerStatus } from '../../rules/alert.ts';
import type { RowFault, RowVerdict, RuleVerdict } from '../../rules/bulk-update.ts';
import type { Provider } from '../../rules/provider.ts';
import { matchesSearch } from '../alerts/search-alerts.ts';
import type { Queryable } from '../connect.ts';
import type { BulkUpdateKey } from './bulk-updates.ts';

/** A row that somebody gave, with what is known of it without looking for its alert. */
export interface GivenRow {
  readonly line: number;
  readonly reference: string;
  /** The reference, if it can be our own id. */
  readonly ownId: string | null;
  /** Null: whichever provider knows the reference. */
  readonly provider: Provider | null;
  readonly status: string;
  /** Null when its alert decides. */
  readonly verdict: RowFault | null;
  readonly verdictIfMissing: Extract<RowVerdict, 'not_found' | 'damaged'>;
  readonly cells: readonly string[] | null;
}

/** What the rule says to a change in one of the cases it tells apart. */
export interface VerdictCase {
  readonly provider: Provider;
  readonly status: AlertStatus;
  readonly requested: AnswerStatus;
  readonly isLate: boolean;
  readonly hasDeadline: boolean;
  readonly verdict: RuleVerdict;
}

/** How the rule's cases are told apart. */
export interface CheckRules {
  readonly cases: readonly VerdictCase[];
  readonly followUpWindowMs: number;
}

/**
 * Finds the alert of each row, by our own id before the provider's, and stores the row with what the rule says to it.
 * A row that stood in no file is known by the provider's identifier from then on, as people know it.
 */
export async function insertCheckedRows(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
  rows: readonly GivenRow[],
  { cases, followUpWindowMs }: CheckRules,
): Promise<void> {
  await sql`
    with ${circumstances(sql, companyId, cases)}, given as materialized (
      select * from jsonb_to_recordset(${sql.json(rows.map(rowRecord))}) as g(
        line int, reference text, own_id uuid, provider text, status text, verdict text, if_missing text, cells jsonb)
    ), found as (
      select g.*, coalesce(own.id, named.id) as alert_id, own.provider_alert_id as own_reference, coalesce(named.matches, 1) as matches,
        a.provider as alert_provider, a.status as alert_status, ${windowEnd(sql, followUpWindowMs)} as window_end
      from given g
      left join lateral (
        select a.id, a.provider_alert_id, a.provider, a.status, a.received_at, a.expires_at from alerts a
        where a.company_id = ${companyId} and a.id = g.own_id and g.verdict is null
          and (g.provider is null or a.provider = g.provider)) own on true
      left join lateral (
        select a.id, a.provider, a.status, a.received_at, a.expires_at, count(*) over () as matches from alerts a
        where a.company_id = ${companyId} and a.provider_alert_id = g.reference and g.verdict is null
          and own.id is null and (g.provider is null or a.provider = g.provider)
        limit 1) named on true
      cross join lateral (
        select coalesce(own.provider, named.provider) as provider, coalesce(own.status, named.status) as status,
          coalesce(own.received_at, named.received_at) as received_at,
          coalesce(own.expires_at, named.expires_at) as expires_at) a
    )
    insert into bulk_update_rows
      (company_id, bulk_update_id, line, alert_id, reference, status, verdict, answer_by, cells)
    select ${companyId}, ${id}, f.line, case when f.matches = 1 then f.alert_id end,
      case when f.cells is null then coalesce(f.own_reference, f.reference) else f.reference end, f.status,
      case
        when f.verdict is not null then f.verdict
        when is_blocked then 'company_blocked'
        when f.alert_id is null then f.if_missing
        when f.matches > 1 then 'ambiguous'
        else c.verdict
      end,
      case when c.has_deadline then f.window_end end,
      f.cells
    from found f cross join company cross join moment
    left join cases c on c.provider = f.alert_provider and c.status = f.alert_status and c.requested = f.status
      and c.is_late = (moment.at >= f.window_end)`;
}

/** Stores a row for each alert that a search finds; none at all when there are more than `rowsMax`. Returns how many were found. */
export async function insertSearchedRows(
  sql: Queryable,
  { companyId, id }: BulkUpdateKey,
  wanted: {
    readonly search: AlertSearch;
    readonly status: AnswerStatus;
    readonly now: Date;
    readonly rowsMax: number;
  },
  { cases, followUpWindowMs }: CheckRules,
): Promise<number> {
  const [row] = await sql<{ found: number }[]>`
    with ${circumstances(sql, companyId, cases)}, found as materialized (
      select a.id, a.provider_alert_id, a.provider, a.status, ${windowEnd(sql, followUpWindowMs)} as window_end
      from alerts a
      where a.company_id = ${companyId} and ${matchesSearch(sql, companyId, wanted.search, wanted.now)}
      limit ${wanted.rowsMax + 1}
    ), stored as (
      insert into bulk_update_rows
        (company_id, bulk_update_id, line, alert_id, reference, status, verdict, answer_by)
      select ${companyId}, ${id}, row_number() over (order by f.window_end, f.id), f.id, f.provider_alert_id,
        ${wanted.status}, case when is_blocked then 'company_blocked' else c.verdict end,
        case when c.has_deadline then f.window_end end
      from found f cross join company cross join moment
      join cases c on c.provider = f.provider and c.status = f.status and c.requested = ${wanted.status}
        and c.is_late = (moment.at >= f.window_end)
      where (select count(*) from found) <= ${wanted.rowsMax}
    )
    select count(*)::int as found from found`;
  return row?.found ?? 0;
}

/** The clock, whether the company is blocked, and what the rule says, as a statement needs them. */
function circumstances(sql: Queryable, companyId: string, cases: readonly VerdictCase[]): postgres.Fragment {
  const records = cases.map(({ isLate, hasDeadline, ...rest }) => ({
    ...rest,
    is_late: isLate,
    has_deadline: hasDeadline,
  }));
  return sql`
    moment as materialized (
      select date_trunc('milliseconds', clock_timestamp()) as at
    ), company as materialized (
      select blocked_at is not null as is_blocked from companies where id = ${companyId}
    ), cases as materialized (
      select * from jsonb_to_recordset(${sql.json(records)}) as c(
        provider text, status text, requested text, is_late boolean, has_deadline boolean, verdict text)
    )`;
}

/** Of the alert `a`, as `answerWindowEnd` of the rules has it; a test holds the two together. */
function windowEnd(sql: Queryable, followUpWindowMs: number): postgres.Fragment {
  return sql`
    case when a.status = 'other' then a.received_at + ${followUpWindowMs} * interval '1 ms' else a.expires_at end`;
}

function rowRecord(row: GivenRow): Record<string, postgres.JSONValue> {
  return {
    line: row.line,
    reference: row.reference,
    own_id: row.ownId,
    provider: row.provider,
    status: row.status,
    verdict: row.verdict,
    if_missing: row.verdictIfMissing,
    cells: row.cells,
  };
}
