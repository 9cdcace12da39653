import type { Queryable } from '../connect.ts';
import { incomingColumns } from './incoming-record.ts';
import { insertRoutedAlerts } from './insert-routed-alerts.ts';

/**
 * Turns waiting alerts that match an enrollment by now into alerts of its company, with the time they first arrived.
 * Bounded: returns how many it took; call again while that is `alertsMax`.
 */
export async function adoptUnroutedAlerts(
  sql: Queryable,
  responseWindowMs: number,
  alertsMax: number,
): Promise<number> {
  const adopted = await sql`
    with adoption as materialized (
      select date_trunc('milliseconds', clock_timestamp()) as at
    ), waiting as materialized (
      select u.id, u.facts, u.received_at, e.company_id, e.merchant_id, e.id as enrollment_id
      from unrouted_alerts u
      join merchant_enrollments e using (provider, route_key)
      order by u.received_at
      limit ${alertsMax}
      for update of u skip locked
    ), owned as materialized (
      select i.*, w.company_id, w.merchant_id, w.enrollment_id, w.received_at, at as created_at
      from waiting w, adoption, jsonb_to_record(w.facts) as i(${incomingColumns(sql)})
    ), ${insertRoutedAlerts(sql, responseWindowMs)}
    delete from unrouted_alerts u using routed where u.id = routed.id
    returning u.id`;
  return adopted.length;
}
