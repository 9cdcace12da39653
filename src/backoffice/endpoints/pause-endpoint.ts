import type { Sql } from '../../store/connect.ts';
import { pauseByHand } from '../../store/outbox/endpoint-pauses.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { REASON_LENGTH_MAX } from '../limits.ts';
import { readLine } from '../read-line.ts';
import { type MeantEndpoint, requireEndpoint } from './require-endpoint.ts';

/** What is due for the endpoint waits until it is resumed. Pausing it again only changes the reason, if one is given. */
export async function pauseEndpoint(
  sql: Sql,
  doer: Doer,
  pause: MeantEndpoint & { readonly reason: string | undefined },
): Promise<{ endpointId: string; pausedReason: string }> {
  const reason =
    pause.reason === undefined
      ? undefined
      : readLine(pause.reason, 'The reason for a pause', REASON_LENGTH_MAX);
  const { id, companyId } = await requireEndpoint(sql, pause.endpointId, pause.companyId);
  // For whoever wonders why when no reason is given.
  const otherwise = `Paused by ${doer.userId === null ? 'the operator' : doer.email}`;
  return transact(sql, async (transaction) => {
    const paused = await pauseByHand(transaction, companyId, id, reason, otherwise);
    const pausedReason = paused?.pausedReason ?? otherwise;
    const details = { reason: pausedReason };
    await recordDeed(transaction, doer, { action: 'endpoint.paused', subject: id, details, companyId });
    return { endpointId: id, pausedReason };
  });
}
