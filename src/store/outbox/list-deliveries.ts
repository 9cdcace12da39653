import type postgres from 'postgres';
import type { DeliveryState } from '../../rules/outcomes.ts';
import { isUuid } from '../../rules/uuid.ts';
import type { Queryable } from '../connect.ts';
import { deliveryState, hasJob, nextJob, wasTaken } from './delivery-state.ts';

export interface DeliveryRow {
  readonly alertId: string;
  readonly providerAlertId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastAttemptAt: Date | null;
  /** How long the last attempt took; null once the log of its day is gone. */
  readonly latencyMs: number | null;
  readonly nextAttemptAt: Date | null;
}

export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Of alerts that were received then or later. */
  readonly receivedFrom?: Date | undefined;
  /** Of the alert with this id, ours or its provider's. */
  readonly reference?: string | undefined;
  readonly rowsMax: number;
}

/**
 * The company's deliveries, newest alert first. Which of them are looked at is decided by an index in every case: what
 * waits is found by its jobs, what failed by its failure, what was delivered by the log of attempts, which goes back as
 * far as attempts are kept, and all of them together from the newest alert on.
 */
export async function listDeliveryRows(
  sql: Queryable,
  companyId: string,
  filter: DeliveryFilter,
): Promise<readonly DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    with picked as materialized (${pickDeliveries(sql, companyId, filter)})
    select d.alert_id, a.provider_alert_id, d.endpoint_id, e.url, ${deliveryState(sql)} as state, d.attempts,
      d.last_status, d.last_error, d.last_attempt_at, last.duration_ms as latency_ms, job.due_at as next_attempt_at
    from picked
    join webhook_deliveries d on d.company_id = ${companyId} and d.alert_id = picked.alert_id
      and d.endpoint_id = picked.endpoint_id
    join alerts a on a.company_id = ${companyId} and a.id = d.alert_id
    join webhook_endpoints e on e.company_id = ${companyId} and e.id = d.endpoint_id
    ${nextJob(sql)}
    left join lateral (
      select t.duration_ms from webhook_attempts t
      where t.company_id = ${companyId} and t.alert_id = d.alert_id and t.endpoint_id = d.endpoint_id
        and t.attempted_at = d.last_attempt_at
      limit 1) last on true
    ${filter.state === undefined ? sql`` : sql`where ${deliveryState(sql)} = ${filter.state}`}
    order by a.received_at desc, a.id desc, d.endpoint_id
    limit ${filter.rowsMax}`;
}

function pickDeliveries(sql: Queryable, companyId: string, filter: DeliveryFilter): postgres.Fragment {
  if (filter.reference !== undefined) return pickByReference(sql, companyId, filter.reference, filter);
  switch (filter.state) {
    case 'queued':
      return pickWaiting(sql, companyId, filter);
    case 'failed':
      return pickFailed(sql, companyId, filter);
    case 'delivered':
      return pickDelivered(sql, companyId, filter);
    case undefined:
      return pickNewest(sql, companyId, filter);
  }
}

function pickByReference(
  sql: Queryable,
  companyId: string,
  reference: string,
  filter: DeliveryFilter,
): postgres.Fragment {
  return sql`
    select d.alert_id, d.endpoint_id
    from alerts a join webhook_deliveries d on d.company_id = a.company_id and d.alert_id = a.id
    where a.company_id = ${companyId}
      and (a.provider_alert_id = ${reference} or a.id = ${isUuid(reference) ? reference : null})
      ${isWanted(sql, filter)}
    limit ${filter.rowsMax}`;
}

function pickNewest(sql: Queryable, companyId: string, filter: DeliveryFilter): postgres.Fragment {
  return sql`
    select d.alert_id, d.endpoint_id
    from alerts a join webhook_deliveries d on d.company_id = a.company_id and d.alert_id = a.id
    where a.company_id = ${companyId} ${isWanted(sql, filter)}
    order by a.received_at desc, a.id desc, d.endpoint_id
    limit ${filter.rowsMax}`;
}

/** An id begins with the time it was made at, so of each endpoint's jobs the greatest ids are those of the newest alerts. */
function pickWaiting(sql: Queryable, companyId: string, filter: DeliveryFilter): postgres.Fragment {
  return sql`
    select distinct job.alert_id, job.lane as endpoint_id
    from webhook_endpoints e cross join lateral (
      select j.alert_id, j.lane
      from outbox_jobs j
      join alerts a on a.company_id = j.company_id and a.id = j.alert_id
      where j.company_id = ${companyId} and j.lane = e.id ${isReceivedFrom(sql, filter)}
      order by j.alert_id desc
      limit ${filter.rowsMax}) job
    where e.company_id = ${companyId} ${isEndpoint(sql, filter, sql`e.id`)}`;
}

/** What failed, failed after it was received: so far back the index has to be read, and no further. */
function pickFailed(sql: Queryable, companyId: string, filter: DeliveryFilter): postgres.Fragment {
  return sql`
    select failed.alert_id, failed.endpoint_id
    from webhook_endpoints e cross join lateral (
      select d.alert_id, d.endpoint_id
      from webhook_deliveries d
      join alerts a on a.company_id = d.company_id and a.id = d.alert_id
      where d.company_id = ${companyId} and d.endpoint_id = e.id and d.failed_at is not null and not ${hasJob(sql)}
        ${isAfterReceipt(sql, filter, sql`d.failed_at`)}
      order by d.failed_at desc
      limit ${filter.rowsMax}) failed
    where e.company_id = ${companyId} ${isEndpoint(sql, filter, sql`e.id`)}`;
}

/** The same way. The attempt that counts is the last one; after a resend there were others that were taken. */
function pickDelivered(sql: Queryable, companyId: string, filter: DeliveryFilter): postgres.Fragment {
  return sql`
    select delivered.alert_id, delivered.endpoint_id
    from webhook_endpoints e cross join lateral (
      select t.alert_id, t.endpoint_id
      from webhook_attempts t
      join webhook_deliveries d on d.company_id = t.company_id and d.alert_id = t.alert_id
        and d.endpoint_id = t.endpoint_id and d.last_attempt_at = t.attempted_at
      join alerts a on a.company_id = t.company_id and a.id = t.alert_id
      where t.company_id = ${companyId} and t.endpoint_id = e.id and ${wasTaken(sql, sql`t.status`)}
        and d.failed_at is null and not ${hasJob(sql)} ${isAfterReceipt(sql, filter, sql`t.attempted_at`)}
      order by t.attempted_at desc
      limit ${filter.rowsMax}) delivered
    where e.company_id = ${companyId} ${isEndpoint(sql, filter, sql`e.id`)}`;
}

function isWanted(sql: Queryable, filter: DeliveryFilter): postgres.Fragment {
  return sql`${isReceivedFrom(sql, filter)} ${isEndpoint(sql, filter, sql`d.endpoint_id`)}`;
}

function isReceivedFrom(sql: Queryable, { receivedFrom }: DeliveryFilter): postgres.Fragment {
  return receivedFrom === undefined ? sql`` : sql`and a.received_at >= ${receivedFrom}`;
}

function isAfterReceipt(
  sql: Queryable,
  filter: DeliveryFilter,
  column: postgres.Fragment,
): postgres.Fragment {
  const { receivedFrom } = filter;
  return receivedFrom === undefined
    ? sql``
    : sql`and ${column} >= ${receivedFrom} ${isReceivedFrom(sql, filter)}`;
}

function isEndpoint(
  sql: Queryable,
  { endpointId }: DeliveryFilter,
  column: postgres.Fragment,
): postgres.Fragment {
  return endpointId === undefined ? sql`` : sql`and ${column} = ${endpointId}`;
}
