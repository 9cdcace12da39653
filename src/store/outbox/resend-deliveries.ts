import type { Queryable } from '../connect.ts';
import { webhookRetryWindow } from './webhook-retry-window.ts';

export interface DeliveryKey {
  readonly alertId: string;
  readonly endpointId: string;
}

export interface ResendTerms {
  readonly responseWindowMs: number;
  /** How long it is tried at least, however long ago the alert's own time for it ended. */
  readonly triedForMs: number;
  /** Leaves out what has not failed, or no longer. */
  readonly onlyFailed: boolean;
}

/** The deliveries of an alert, to all endpoints or to one. */
export async function findDeliveriesOfAlert(
  sql: Queryable,
  companyId: string,
  alertId: string,
  endpointId: string | undefined,
): Promise<readonly DeliveryKey[]> {
  return sql<DeliveryKey[]>`
    select alert_id, endpoint_id from webhook_deliveries
    where company_id = ${companyId} and alert_id = ${alertId}
      ${endpointId === undefined ? sql`` : sql`and endpoint_id = ${endpointId}`}
    order by endpoint_id`;
}

/** The deliveries that failed within a span of time, the oldest failure first. */
export async function findFailedDeliveries(
  sql: Queryable,
  companyId: string,
  failed: { readonly from: Date; readonly until: Date; readonly endpointId: string | undefined },
  rowsMax: number,
): Promise<readonly DeliveryKey[]> {
  return sql<DeliveryKey[]>`
    select alert_id, endpoint_id from webhook_deliveries
    where company_id = ${companyId} and failed_at between ${failed.from} and ${failed.until}
      ${failed.endpointId === undefined ? sql`` : sql`and endpoint_id = ${failed.endpointId}`}
    order by failed_at, alert_id, endpoint_id
    limit ${rowsMax}`;
}

/**
 * Puts deliveries back to be sent now and returns those it put back. It never waits for a delivery while it holds
 * another, so that it cannot end up in a circle with a worker that records a batch: what somebody has locked this
 * moment is left out, and the caller asks again.
 */
export async function resendDeliveries(
  transaction: Queryable,
  companyId: string,
  deliveries: readonly DeliveryKey[],
  terms: ResendTerms,
): Promise<readonly DeliveryKey[]> {
  const locked = await lockDeliveries(transaction, companyId, deliveries, terms.onlyFailed);
  if (locked.length > 0) await queueAnew(transaction, companyId, locked, terms);
  return locked;
}

/** With their alerts, so that none of them is deleted for its age while it is put back. */
async function lockDeliveries(
  sql: Queryable,
  companyId: string,
  deliveries: readonly DeliveryKey[],
  onlyFailed: boolean,
): Promise<readonly DeliveryKey[]> {
  return sql<DeliveryKey[]>`
    select d.alert_id, d.endpoint_id
    from jsonb_to_recordset(${sql.json(deliveries.map(keyRecord))}) as wanted(alert_id uuid, endpoint_id uuid)
    join webhook_deliveries d on d.company_id = ${companyId} and d.alert_id = wanted.alert_id
      and d.endpoint_id = wanted.endpoint_id
    join alerts a on a.company_id = ${companyId} and a.id = wanted.alert_id
    ${onlyFailed ? sql`where d.failed_at is not null` : sql``}
    for update of d skip locked
    for key share of a skip locked`;
}

/**
 * A job that is there already gives way to a new one. A worker may be sending the old one this moment, and what it
 * then records of it, a pause or the end, must not become the fate of the resend.
 */
async function queueAnew(
  sql: Queryable,
  companyId: string,
  deliveries: readonly DeliveryKey[],
  { responseWindowMs, triedForMs }: ResendTerms,
): Promise<void> {
  await sql`
    with moment as materialized (
      select date_trunc('milliseconds', clock_timestamp()) as at
    ), wanted as materialized (
      select * from jsonb_to_recordset(${sql.json(deliveries.map(keyRecord))}) as w(alert_id uuid, endpoint_id uuid)
    ), replaced as (
      delete from outbox_jobs where job_id in (
        select j.job_id
        from outbox_jobs j join wanted on j.lane = wanted.endpoint_id and j.alert_id = wanted.alert_id
        where j.company_id = ${companyId}
        for update of j skip locked)
    ), job as (
      insert into outbox_jobs (lane, company_id, alert_id, due_at, give_up_at)
      select wanted.endpoint_id, a.company_id, a.id, at, greatest(
        at + ${triedForMs} * interval '1 ms',
        a.received_at + ${webhookRetryWindow(sql, sql`a.provider`, responseWindowMs)})
      from moment, wanted
      join alerts a on a.company_id = ${companyId} and a.id = wanted.alert_id
    )
    update webhook_deliveries d set failed_at = null
    from wanted
    where d.company_id = ${companyId} and d.alert_id = wanted.alert_id and d.endpoint_id = wanted.endpoint_id`;
}

function keyRecord({ alertId, endpointId }: DeliveryKey) {
  return { alert_id: alertId, endpoint_id: endpointId };
}
