import type postgres from 'postgres';
import { webhookRetryWindowMs } from '../rules/retry-schedule.ts';
import type { Queryable } from './connect.ts';

/**
 * The part of a statement that gives each alert of its CTE `routed` a delivery and a job for every webhook endpoint of
 * its company, so that an alert and its deliveries are one.
 */
export function queueDeliveriesOfRouted(sql: Queryable, responseWindowMs: number): postgres.Fragment {
  return sql`
    delivery as (
      insert into webhook_deliveries (company_id, alert_id, endpoint_id, created_at)
      select routed.company_id, routed.id, endpoint.id, routed.created_at
      from routed join webhook_endpoints endpoint on endpoint.company_id = routed.company_id
      returning company_id, alert_id, endpoint_id, created_at
    ), job as (
      insert into outbox_jobs (lane, company_id, alert_id, due_at, give_up_at)
      select delivery.endpoint_id, delivery.company_id, delivery.alert_id, delivery.created_at,
        routed.received_at + interval '1 ms' * case routed.provider
          when 'provider_a_alerts' then ${webhookRetryWindowMs('provider_a_alerts', responseWindowMs)}::float8
          else ${webhookRetryWindowMs('provider_b_rdr', responseWindowMs)}::float8
        end
      from delivery join routed on routed.company_id = delivery.company_id and routed.id = delivery.alert_id
    )`;
}
