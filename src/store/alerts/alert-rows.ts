import type postgres from 'postgres';
import { type AlertOrder, alertOrder, type AlertSearch } from '../../rules/alert-search.ts';
import type { Alert, AlertRow, AnswerStatus } from '../../rules/alert.ts';
import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';
import { alertColumns } from './alert-columns.ts';
import { type AlertPosition, comesAfter, inOrder } from './alert-order.ts';
import { matchesSearch } from './search-alerts.ts';

export async function findAlertRow(
  sql: Queryable,
  companyId: string,
  alertId: string,
): Promise<AlertRow | undefined> {
  const picked = sql`select a.* from alerts a where a.company_id = ${companyId} and a.id = ${alertId}`;
  const [row] = await readRows(sql, companyId, picked, 'newest_first');
  return row;
}

/** The alerts with these ids that the company has. */
export async function findAlertRows(
  sql: Queryable,
  companyId: string,
  alertIds: readonly string[],
  order: AlertOrder,
): Promise<readonly AlertRow[]> {
  const picked = sql`
    select a.* from alerts a
    where a.company_id = ${companyId} and a.id = any(${column(sql, 'uuid', alertIds)})`;
  return readRows(sql, companyId, picked, order);
}

/** All that match in their order, or undefined when they are more than a few: one pass, however rare they are. */
export async function findFewMatching(
  sql: Queryable,
  companyId: string,
  search: AlertSearch,
  few: { readonly now: Date; readonly alertsMax: number },
): Promise<readonly string[] | undefined> {
  const rows = await sql<{ id: string }[]>`
    select a.id from (
      select a.id, a.received_at, a.expires_at from alerts a
      where a.company_id = ${companyId} and ${matchesSearch(sql, companyId, search, few.now)}
      limit ${few.alertsMax + 1}) as a
    order by ${inOrder(sql, alertOrder(search))}`;
  return rows.length > few.alertsMax ? undefined : rows.map(({ id }) => id);
}

/** One page of a search, in its order. */
export async function listAlertRows(
  sql: Queryable,
  companyId: string,
  search: AlertSearch,
  page: { readonly now: Date; readonly offset: number; readonly limit: number },
): Promise<readonly AlertRow[]> {
  const order = alertOrder(search);
  const picked = sql`
    select a.* from alerts a
    where a.company_id = ${companyId} and ${matchesSearch(sql, companyId, search, page.now)}
    order by ${inOrder(sql, order)}
    limit ${page.limit} offset ${page.offset}`;
  return readRows(sql, companyId, picked, order);
}

/** The next rows of a search after the one given, however many came before: each batch costs the same. */
export async function listAlertRowsAfter(
  sql: Queryable,
  companyId: string,
  search: AlertSearch,
  batch: { readonly now: Date; readonly after: AlertPosition | undefined; readonly limit: number },
): Promise<readonly AlertRow[]> {
  const order = alertOrder(search);
  const picked = sql`
    select a.* from alerts a
    where a.company_id = ${companyId} and ${matchesSearch(sql, companyId, search, batch.now)}
      ${batch.after === undefined ? sql`` : sql`and ${comesAfter(sql, order, batch.after)}`}
    order by ${inOrder(sql, order)}
    limit ${batch.limit}`;
  return readRows(sql, companyId, picked, order);
}

type FlatRow = Alert & {
  readonly merchantName: string;
  readonly heldStatus: AnswerStatus | null;
  readonly heldApplyAt: Date | null;
};

async function readRows(
  sql: Queryable,
  companyId: string,
  picked: postgres.Fragment,
  order: AlertOrder,
): Promise<readonly AlertRow[]> {
  const rows = await sql<FlatRow[]>`
    with picked as materialized (${picked})
    select ${alertColumns(sql, 'a')}, m.name as merchant_name, h.status as held_status, h.apply_at as held_apply_at
    from picked a
    join merchants m on m.company_id = ${companyId} and m.id = a.merchant_id
    left join held_answers h on h.company_id = ${companyId} and h.alert_id = a.id
    order by ${inOrder(sql, order)}`;
  return rows.map(({ merchantName, heldStatus, heldApplyAt, ...alert }) => ({
    alert,
    merchantName,
    held: heldStatus && heldApplyAt && { status: heldStatus, applyAt: heldApplyAt },
  }));
}
