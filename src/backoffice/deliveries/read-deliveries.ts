import type { AlertKey } from '../../store/alerts/lock-alerts.ts';
import type { Queryable } from '../../store/connect.ts';
import {
  type AttemptRecord,
  type DeliveryRecord,
  findAttempts,
  findDeliveries,
} from '../../store/outbox/find-deliveries.ts';

export interface ReadDeliveries {
  /** Oldest first. */
  readonly attempts: readonly AttemptRecord[];
  readonly deliveries: readonly DeliveryRecord[];
}

/** Attempts before deliveries: of an attempt that is shown, the delivery knows too, even if it was made just now. */
export async function readDeliveries(
  sql: Queryable,
  { companyId, alertId }: AlertKey,
  attemptsMax: number,
): Promise<ReadDeliveries> {
  return {
    attempts: await findAttempts(sql, companyId, alertId, attemptsMax),
    deliveries: await findDeliveries(sql, companyId, alertId),
  };
}
