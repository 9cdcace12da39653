import type { DeliveryState } from '../../rules/outcomes.ts';
import type { WebhookFormat } from '../../rules/webhook-format.ts';
import type { Queryable } from '../connect.ts';
import { deliveryState, nextJob } from './delivery-state.ts';

/** The delivery of one alert to one endpoint. */
export interface DeliveryRecord {
  readonly endpointId: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly failedAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly giveUpAt: Date | null;
}

export async function findDeliveries(
  sql: Queryable,
  companyId: string,
  alertId: string,
): Promise<readonly DeliveryRecord[]> {
  return sql<DeliveryRecord[]>`
    select d.endpoint_id, e.url, e.format, ${deliveryState(sql)} as state, d.attempts, d.last_status,
      d.last_error, d.last_attempt_at, d.delivered_at, d.failed_at, job.due_at as next_attempt_at, job.give_up_at
    from webhook_deliveries d
    join webhook_endpoints e on e.company_id = d.company_id and e.id = d.endpoint_id
    ${nextJob(sql)}
    where d.company_id = ${companyId} and d.alert_id = ${alertId}
    order by e.created_at, e.id`;
}

export interface AttemptRecord {
  readonly endpointId: string;
  readonly attemptedAt: Date;
  /** Starts at one again after a resend. */
  readonly attempt: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly response: string | null;
}

/** The newest attempts to deliver an alert, oldest first. */
export async function findAttempts(
  sql: Queryable,
  companyId: string,
  alertId: string,
  attemptsMax: number,
): Promise<readonly AttemptRecord[]> {
  const newestFirst = await sql<AttemptRecord[]>`
    select endpoint_id, attempted_at, attempt, status, error, duration_ms, response
    from webhook_attempts
    where company_id = ${companyId} and alert_id = ${alertId}
    order by attempted_at desc
    limit ${attemptsMax}`;
  return newestFirst.toReversed();
}
