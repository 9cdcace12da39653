import type { Sql } from '../../store/connect.ts';
import { findFailedDeliveries } from '../../store/outbox/resend-deliveries.ts';
import type { Doer } from '../../store/people/audit-log.ts';
import { readDatabaseClock } from '../../store/read-database-clock.ts';
import { requireCompany } from '../companies/require-company.ts';
import { requireEndpointIfNamed } from '../endpoints/require-endpoint.ts';
import { type Moment, resolveMoment } from '../moment.ts';
import { putBack, type Resent } from './put-back.ts';

const DELIVERIES_PER_BATCH = 500;

/** Sends once more all that was given up since a moment. What fails while this runs is not waited for. */
export async function resendFailed(
  sql: Sql,
  doer: Doer,
  resend: { readonly companyId: string; readonly since: Moment; readonly endpointId: string | undefined },
  responseWindowMs: number,
): Promise<Resent> {
  const companyId = await requireCompany(sql, resend.companyId);
  const failed = {
    from: await resolveMoment(sql, resend.since),
    until: await readDatabaseClock(sql),
    endpointId: await requireEndpointIfNamed(sql, companyId, resend.endpointId),
  };
  return putBack(sql, {
    doer,
    companyId,
    subject: 'all failed',
    details: { since: failed.from.toISOString(), endpoint_id: failed.endpointId ?? null },
    onlyFailed: true,
    responseWindowMs,
    // What was put back no longer counts as failed, so each read finds the next batch.
    findNext: () => findFailedDeliveries(sql, companyId, failed, DELIVERIES_PER_BATCH),
  });
}
