import type postgres from 'postgres';
import type { Queryable } from '../connect.ts';
import { webhookRetryWindow } from '../outbox/webhook-retry-window.ts';

/**
 * The part of a statement that makes alerts of those in its CTE `owned` that have a company, and gives each a delivery
 * and a job for every webhook endpoint of that company, so that an alert and its deliveries are one. `owned` holds the
 * incoming columns, whose the alert is, and when it was received and becomes an alert.
 */
export function insertRoutedAlerts(sql: Queryable, responseWindowMs: number): postgres.Fragment {
  return sql`
    routed as (
      insert into alerts (
        id, company_id, merchant_id, merchant_enrollment_id, received_at, expires_at, created_at, updated_at,
        provider, provider_alert_id, amount, currency, card_last4, card_bin, transaction_date, descriptor, arn,
        caid, auth_code, alert_type, reason_code, issuer, installment_number, installment_count)
      select
        id, company_id, merchant_id, enrollment_id, received_at,
        received_at + ${responseWindowMs} * interval '1 ms', created_at, created_at,
        provider, provider_alert_id, amount, currency, card_last4, card_bin, transaction_date, descriptor, arn,
        caid, auth_code, alert_type, reason_code, issuer, installment_number, installment_count
      from owned
      where company_id is not null
      returning id, company_id, provider, received_at, created_at
    ), delivery as (
      insert into webhook_deliveries (company_id, alert_id, endpoint_id, created_at)
      select routed.company_id, routed.id, endpoint.id, routed.created_at
      from routed join webhook_endpoints endpoint on endpoint.company_id = routed.company_id
      returning company_id, alert_id, endpoint_id, created_at
    ), job as (
      insert into outbox_jobs (lane, company_id, alert_id, due_at, give_up_at)
      select delivery.endpoint_id, delivery.company_id, delivery.alert_id, delivery.created_at,
        routed.received_at + ${webhookRetryWindow(sql, sql`routed.provider`, responseWindowMs)}
      from delivery join routed on routed.company_id = delivery.company_id and routed.id = delivery.alert_id
    )`;
}
