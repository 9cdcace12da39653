import type { Queryable } from '../store/connect.ts';
import { pauseByHand } from '../store/endpoint-pauses.ts';
import { REASON_LENGTH_MAX } from './limits.ts';
import { readLine } from './read-line.ts';
import { requireEndpoint } from './require-endpoint.ts';

const REASON_NOT_GIVEN = 'Paused by the operator';

/** What is due for the endpoint waits until it is resumed. Pausing it again only changes the reason, if one is given. */
export async function pauseEndpoint(
  sql: Queryable,
  pause: { readonly endpointId: string; readonly reason: string | undefined },
): Promise<{ endpointId: string; pausedReason: string }> {
  const reason =
    pause.reason === undefined
      ? undefined
      : readLine(pause.reason, 'The reason for a pause', REASON_LENGTH_MAX);
  const { id, companyId } = await requireEndpoint(sql, pause.endpointId);
  const paused = await pauseByHand(sql, companyId, id, reason, REASON_NOT_GIVEN);
  return { endpointId: id, pausedReason: paused?.pausedReason ?? REASON_NOT_GIVEN };
}
