import type postgres from 'postgres';
import type { Queryable } from './connect.ts';

export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const PICKED_FOR_EACH_ROW = 2;

export interface DeliveryRow {
  readonly alertId: string;
  readonly providerAlertId: string;
  readonly endpointId: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastAttemptAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Of alerts that were received then or later. */
  readonly receivedFrom?: Date | undefined;
  readonly rowsMax: number;
}

/**
 * The company's deliveries, newest alert first. A job is not found by its alert, so what waits is read once; what is
 * then picked by the state of the delivery alone is a few more than asked for, since a resent one waits again.
 */
export async function listDeliveries(
  sql: Queryable,
  companyId: string,
  { endpointId, state, receivedFrom, rowsMax }: DeliveryFilter,
): Promise<readonly DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    with job as materialized (
      select j.lane, j.alert_id, min(j.due_at) as due_at
      from webhook_endpoints e join outbox_jobs j on j.lane = e.id
      where e.company_id = ${companyId} ${endpointId === undefined ? sql`` : sql`and e.id = ${endpointId}`}
      group by j.lane, j.alert_id
    ), picked as materialized (
      select d.*, a.provider_alert_id, a.received_at
      from alerts a
      join webhook_deliveries d on d.company_id = a.company_id and d.alert_id = a.id
      ${state === 'queued' ? sql`join job on job.lane = d.endpoint_id and job.alert_id = d.alert_id` : sql``}
      where a.company_id = ${companyId} ${state === undefined ? sql`` : sql`and ${mayHaveState(sql, state)}`}
        ${endpointId === undefined ? sql`` : sql`and d.endpoint_id = ${endpointId}`}
        ${receivedFrom === undefined ? sql`` : sql`and a.received_at >= ${receivedFrom}`}
      order by a.received_at desc, a.id desc, d.endpoint_id
      limit ${rowsMax * PICKED_FOR_EACH_ROW}
    )
    select d.alert_id, d.provider_alert_id, d.endpoint_id, ${deliveryState(sql)} as state, d.attempts,
      d.last_status, d.last_error, d.last_attempt_at, job.due_at as next_attempt_at
    from picked d
    left join job on job.lane = d.endpoint_id and job.alert_id = d.alert_id
    ${state === undefined ? sql`` : sql`where ${deliveryState(sql)} = ${state}`}
    order by d.received_at desc, d.alert_id desc, d.endpoint_id
    limit ${rowsMax}`;
}

/** What waits is queued, whatever became of it before; then the latest outcome counts. */
export function deliveryState(sql: Queryable): postgres.Fragment {
  return sql`
    case
      when job.lane is not null then 'queued'
      when d.failed_at is not null then 'failed'
      when d.delivered_at is not null then 'delivered'
      else 'queued'
    end`;
}

/** What the delivery itself tells of it, in words that indexes understand. */
function mayHaveState(sql: Queryable, state: DeliveryState): postgres.Fragment {
  switch (state) {
    case 'queued':
      return sql`job.lane is not null`;
    case 'failed':
      return sql`d.failed_at is not null`;
    case 'delivered':
      return sql`d.failed_at is null and d.delivered_at is not null`;
  }
}
