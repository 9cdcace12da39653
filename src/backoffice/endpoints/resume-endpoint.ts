import type { Sql } from '../../store/connect.ts';
import { clearEndpointPause, countWaitingJobs, makeJobsDue } from '../../store/outbox/endpoint-pauses.ts';
import { findHeldEndpoints } from '../../store/outbox/held-endpoints.ts';
import { notifyOutboxWork } from '../../store/outbox/outbox-notice.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { type MeantEndpoint, requireEndpoint } from './require-endpoint.ts';

const JOBS_PER_STEP_MAX = 5000;

/** Lets webhooks go out again, those between two attempts too. Resuming one that is not paused is not an error. */
export async function resumeEndpoint(
  sql: Sql,
  doer: Doer,
  resumed: MeantEndpoint,
): Promise<{ endpointId: string; waitingJobs: number; isStillHeld: boolean }> {
  const { id, companyId } = await requireEndpoint(sql, resumed.endpointId, resumed.companyId);
  const waitingJobs = await countWaitingJobs(sql, companyId, id);
  await transact(sql, async (transaction) => {
    await clearEndpointPause(transaction, companyId, id);
    await recordDeed(transaction, doer, { action: 'endpoint.resumed', subject: id, companyId });
  });
  while ((await makeJobsDue(sql, companyId, id, JOBS_PER_STEP_MAX)) === JOBS_PER_STEP_MAX);
  await notifyOutboxWork(sql);
  // A blocked company's webhooks still wait (D7).
  const isStillHeld = (await findHeldEndpoints(sql, companyId)).has(id);
  return { endpointId: id, waitingJobs, isStillHeld };
}
