import { NIL_UUID } from '../../rules/uuid.ts';
import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';

/** Where a walk through a company's old alerts stands, oldest first. */
export interface AlertsWalk {
  readonly receivedAt: Date;
  readonly id: string;
}

export interface DeletedAlerts {
  readonly deleted: number;
  /** Undefined when every old alert has been looked at. */
  readonly next: AlertsWalk | undefined;
}

export const WALK_BEGIN: AlertsWalk = { receivedAt: new Date(0), id: NIL_UUID };

/** The companies after this one that have alerts received then or before, in the order of their id. */
export async function findCompaniesWithOldAlerts(
  sql: Queryable,
  border: Date,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select c.id from companies c
    where c.id > ${page.after}
      and exists (select 1 from alerts a where a.company_id = c.id and a.received_at <= ${border})
    order by c.id
    limit ${page.limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Looks at the next alerts of a company that were received at the border or before, and deletes them with everything that
 * hangs on them. Whoever gives an alert something to do holds its lock, so once we hold it, a look at what is to be done is
 * the last word. What somebody has locked, still waits for its expiry, is to be sent or held, stays until a later walk.
 */
export async function deleteOldAlerts(
  sql: Queryable,
  companyId: string,
  {
    border,
    from,
    alertsMax,
  }: { readonly border: Date; readonly from: AlertsWalk; readonly alertsMax: number },
): Promise<DeletedAlerts> {
  const old = await sql<AlertsWalk[]>`
    select received_at, id from alerts
    where company_id = ${companyId} and received_at <= ${border}
      and (received_at, id) > (${from.receivedAt}, ${from.id})
      and not (provider = 'provider_a_alerts' and status = 'pending')
    order by received_at, id
    limit ${alertsMax}
    for update skip locked`;
  const deleted = old.length === 0 ? 0 : await deleteIdle(sql, companyId, old);
  return { deleted, next: old.length < alertsMax ? undefined : old.at(-1) };
}

/** Deletes those of the locked alerts that nothing waits for. */
async function deleteIdle(sql: Queryable, companyId: string, locked: readonly AlertsWalk[]): Promise<number> {
  const ids = locked.map(({ id }) => id);
  const [row] = await sql<{ deleted: number }[]>`
    with idle as materialized (
      select a.id, a.provider, a.provider_alert_id
      from unnest(${column(sql, 'uuid', ids)}) as locked(id)
      join alerts a on a.company_id = ${companyId} and a.id = locked.id
      where not exists (select 1 from held_answers h where h.company_id = ${companyId} and h.alert_id = a.id)
        and not exists (
          select 1 from outbox_jobs j
          where j.company_id = ${companyId} and j.alert_id = a.id and j.forward_id is not null)
        and not exists (
          select 1 from webhook_deliveries d join outbox_jobs j on j.lane = d.endpoint_id and j.alert_id = d.alert_id
          where d.company_id = ${companyId} and d.alert_id = a.id)
    ), history as (
      delete from alert_history h using idle where h.company_id = ${companyId} and h.alert_id = idle.id
    ), forward as (
      delete from forwards f using idle where f.company_id = ${companyId} and f.alert_id = idle.id
    ), delivery as (
      delete from webhook_deliveries d using idle where d.company_id = ${companyId} and d.alert_id = idle.id
    ), receipt as (
      delete from alert_receipts r using idle
      where r.provider = idle.provider and r.provider_alert_id = idle.provider_alert_id and r.alert_id = idle.id
    ), alert as (
      delete from alerts a using idle where a.company_id = ${companyId} and a.id = idle.id
      returning 1
    )
    select count(*)::int as deleted from alert`;
  return row?.deleted ?? 0;
}
