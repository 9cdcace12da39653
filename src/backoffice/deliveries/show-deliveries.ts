import type { Alert } from '../../rules/alert.ts';
import { findMerchantName } from '../../store/companies/merchants.ts';
import type { Queryable } from '../../store/connect.ts';
import type { AttemptRecord, DeliveryRecord } from '../../store/outbox/find-deliveries.ts';
import { requireAlert } from '../alerts/require-alert.ts';
import { requireCompany } from '../companies/require-company.ts';
import { readDeliveries } from './read-deliveries.ts';

/** A bound, not a page: retries and resends of one alert come to some hundreds at most. */
const ATTEMPTS_SHOWN_MAX = 1000;

export interface ShownDeliveries {
  readonly alert: Alert;
  readonly merchantName: string;
  readonly deliveries: readonly ShownDelivery[];
}

export interface ShownDelivery {
  readonly delivery: DeliveryRecord;
  /** Oldest first. */
  readonly attemptLog: readonly AttemptRecord[];
}

/** Everything that happened to one alert's delivery to each endpoint, with what its body is rendered from. */
export async function showDeliveries(
  sql: Queryable,
  wanted: { readonly companyId: string; readonly alertId: string },
): Promise<ShownDeliveries> {
  const companyId = await requireCompany(sql, wanted.companyId);
  const alert = await requireAlert(sql, companyId, wanted.alertId);
  const key = { companyId, alertId: alert.id };
  const { attempts, deliveries } = await readDeliveries(sql, key, ATTEMPTS_SHOWN_MAX);
  return {
    alert,
    merchantName: (await findMerchantName(sql, companyId, alert.merchantId)) ?? '',
    deliveries: deliveries.map((delivery) => ({
      delivery,
      attemptLog: attempts.filter(({ endpointId }) => endpointId === delivery.endpointId),
    })),
  };
}
