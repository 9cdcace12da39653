import type { Queryable } from '../store/connect.ts';
import { pauseByHand } from '../store/endpoint-pauses.ts';
import { REASON_LENGTH_MAX } from './limits.ts';
import { readLine } from './read-line.ts';
import { type MeantEndpoint, requireEndpoint } from './require-endpoint.ts';

/** What is due for the endpoint waits until it is resumed. Pausing it again only changes the reason, if one is given. */
export async function pauseEndpoint(
  sql: Queryable,
  pause: MeantEndpoint & {
    readonly reason: string | undefined;
    /** Who paused it, for whoever wonders why when no reason is given. */
    readonly by?: string | undefined;
  },
): Promise<{ endpointId: string; pausedReason: string }> {
  const reason =
    pause.reason === undefined
      ? undefined
      : readLine(pause.reason, 'The reason for a pause', REASON_LENGTH_MAX);
  const { id, companyId } = await requireEndpoint(sql, pause.endpointId, pause.companyId);
  const otherwise = `Paused by ${pause.by ?? 'the operator'}`;
  const paused = await pauseByHand(sql, companyId, id, reason, otherwise);
  return { endpointId: id, pausedReason: paused?.pausedReason ?? otherwise };
}
