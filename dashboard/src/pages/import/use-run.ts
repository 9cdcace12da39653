import {
  useMutation,
  type UseMutationResult,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ApiError } from '../../api/api-error.ts';
import { post } from '../../api/client.ts';
import { useLive } from '../../api/live.ts';
import { useCan } from '../../api/session.ts';
import type { BulkState, BulkUpdateShape } from '../../api/shapes.ts';
import { useGet, useRefresh } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';

/** The live feed tells of each batch; this is for when it is silent. */
const ASK_AGAIN_MS = 2000;
const UNDER_WAY: ReadonlySet<BulkState> = new Set(['checking', 'running']);

/** How the run stands. All of it comes from the service, so closing the page changes nothing. */
export function useRun(id: string): UseQueryResult<BulkUpdateShape, ApiError> {
  const path = runPath(id);
  const refresh = useRefresh();
  const known = useQueryClient().getQueryData<BulkUpdateShape>([path]);
  useLive('bulk_updates', () => void refresh(path));
  return useGet<BulkUpdateShape>(path, {
    everyMs: known && UNDER_WAY.has(known.state) ? ASK_AGAIN_MS : undefined,
  });
}

export type RunStep = 'start' | 'cancel';

/** Starts or stops it; the answer is its state after that. */
export function useRunStep(id: string, step: RunStep): UseMutationResult<BulkUpdateShape, Error, void> {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => post<BulkUpdateShape>(`${runPath(id)}/${step}`),
    onSuccess: (run) => client.setQueryData([runPath(id)], run),
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => void refresh('/bulk-updates'),
  });
}

/** Why the person cannot stop it. That changes no alert, so a blocked company may. */
export function useStopReason(): string | undefined {
  const can = useCan();
  const { common } = useMessages();
  return can('run_bulk_updates') ? undefined : common.roleForbids;
}

export function runPath(id: string): string {
  return `/bulk-updates/${encodeURIComponent(id)}`;
}
