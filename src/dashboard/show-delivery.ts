import { NoSuchThingError } from '../backoffice/backoffice-error.ts';
import { showDeliveries } from '../backoffice/deliveries/show-deliveries.ts';
import type { DeliveryDetailShape, DeliveryRowShape } from '../shapes/dashboard/integration.ts';
import { renderBody, shapeLastingHeaders } from '../shapes/webhook.ts';
import type { Queryable } from '../store/connect.ts';
import type { AttemptRecord } from '../store/outbox/find-deliveries.ts';
import type { DeliveryRow } from '../store/outbox/list-deliveries.ts';
import { readDatabaseClock } from '../store/read-database-clock.ts';

/** One delivery with what went over the wire and what came back, as far as attempts are kept. */
export async function showDelivery(
  sql: Queryable,
  meant: { readonly companyId: string; readonly alertId: string; readonly endpointId: string },
): Promise<DeliveryDetailShape> {
  const { alert, merchantName, deliveries } = await showDeliveries(sql, meant);
  const endpointId = meant.endpointId.toLowerCase();
  const shown = deliveries.find(({ delivery }) => delivery.endpointId === endpointId);
  if (shown === undefined) throw new NoSuchThingError('The alert was never meant for that endpoint.');
  const { delivery, attemptLog } = shown;
  const last = attemptLog.at(-1);
  return {
    delivery: shapeDelivery({
      ...delivery,
      alertId: alert.id,
      providerAlertId: alert.providerAlertId,
      latencyMs: last?.durationMs ?? null,
    }),
    request: {
      method: 'POST',
      url: delivery.url,
      headers: shapeLastingHeaders(alert.id, endpointId),
      body: renderBody({ alert, merchantName, endpoint: delivery }),
    },
    attempts: attemptLog.map(shapeAttempt),
    server_time: (await readDatabaseClock(sql)).toISOString(),
  };
}

export function shapeDelivery(row: DeliveryRow): DeliveryRowShape {
  return {
    alert_id: row.alertId,
    provider_alert_id: row.providerAlertId,
    endpoint_id: row.endpointId,
    url: row.url,
    state: row.state,
    attempts: row.attempts,
    last_status: row.lastStatus,
    last_error: row.lastError,
    last_attempt_at: row.lastAttemptAt?.toISOString() ?? null,
    latency_ms: row.latencyMs,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  };
}

function shapeAttempt(attempt: AttemptRecord): DeliveryDetailShape['attempts'][number] {
  return {
    at: attempt.attemptedAt.toISOString(),
    attempt: attempt.attempt,
    status: attempt.status,
    error: attempt.error,
    duration_ms: attempt.durationMs,
    response: attempt.response,
  };
}
