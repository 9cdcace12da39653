import type { Queryable } from './connect.ts';
import { incomingColumns } from './incoming-record.ts';
import { queueDeliveriesOfRouted } from './queue-deliveries.ts';

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
    with waiting as materialized (
      select u.id, u.facts, u.received_at, e.company_id, e.merchant_id, e.id as enrollment_id
      from unrouted_alerts u
      join merchant_enrollments e using (provider, route_key)
      order by u.received_at
      limit ${alertsMax}
      for update of u skip locked
    ), adoption as materialized (
      select date_trunc('milliseconds', clock_timestamp()) as at
    ), routed as (
      insert into alerts (
        id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
        provider, provider_alert_id, amount, currency, card_last4, card_bin, transaction_date, descriptor, arn,
        caid, auth_code, alert_type, reason_code, issuer, installment_number, installment_count)
      select
        w.id, w.company_id, w.merchant_id, w.enrollment_id, w.received_at,
        w.received_at + ${responseWindowMs} * interval '1 ms', at, at,
        i.provider, i.provider_alert_id, i.amount, i.currency, i.card_last4, i.card_bin, i.transaction_date,
        i.descriptor, i.arn, i.caid, i.auth_code, i.alert_type, i.reason_code, i.issuer, i.installment_number,
        i.installment_count
      from waiting w, adoption, jsonb_to_record(w.facts) as i(${incomingColumns(sql)})
      returning id, company_id, provider, received_at, created_at
    ), ${queueDeliveriesOfRouted(sql, responseWindowMs)}
    delete from unrouted_alerts u using routed where u.id = routed.id
    returning u.id`;
  return adopted.length;
}
