import type { Sql } from '../../store/connect.ts';
import { findDeliveriesOfAlert } from '../../store/outbox/resend-deliveries.ts';
import type { Doer } from '../../store/people/audit-log.ts';
import { requireAlert } from '../alerts/require-alert.ts';
import { NoSuchThingError } from '../backoffice-error.ts';
import { requireCompany } from '../companies/require-company.ts';
import { requireEndpointIfNamed } from '../endpoints/require-endpoint.ts';
import { putBack, type Resent } from './put-back.ts';

/** Sends an alert once more, whatever became of it before: to every endpoint that was to have it, or to one. */
export async function resendAlert(
  sql: Sql,
  doer: Doer,
  resend: { readonly companyId: string; readonly alertId: string; readonly endpointId: string | undefined },
  responseWindowMs: number,
): Promise<Resent> {
  const companyId = await requireCompany(sql, resend.companyId);
  const alert = await requireAlert(sql, companyId, resend.alertId);
  const endpointId = await requireEndpointIfNamed(sql, companyId, resend.endpointId);
  const deliveries = await findDeliveriesOfAlert(sql, companyId, alert.id, endpointId);
  if (deliveries.length === 0) {
    throw new NoSuchThingError(
      'The alert was never meant for that endpoint: an endpoint gets only alerts that arrive after it was created.',
    );
  }
  let left = deliveries;
  return putBack(sql, {
    doer,
    companyId,
    subject: alert.id,
    details: { endpoint_id: endpointId ?? null },
    onlyFailed: false,
    responseWindowMs,
    findNext: async (putBackNow) => {
      const done = new Set(putBackNow.map((delivery) => delivery.endpointId));
      left = left.filter((delivery) => !done.has(delivery.endpointId));
      return left;
    },
  });
}
