import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../api/client.ts';
import { useLive } from '../api/live.ts';
import type { AnswerStatus, BulkSourceShape, BulkState, BulkUpdateShape } from '../api/shapes.ts';
import { useGet, useRefresh } from '../api/use-get.ts';

/** Live events tell of every batch; this is for when they do not arrive. */
const POLL_MS = 1500;

/** The states that change by themselves. */
const MOVING: ReadonlySet<BulkState> = new Set(['checking', 'running']);

type Step = UseMutationResult<BulkUpdateShape, Error, void>;

interface BulkUpdateInHand {
  readonly update: BulkUpdateShape | undefined;
  readonly create: UseMutationResult<BulkUpdateShape, Error, AnswerStatus>;
  readonly start: Step;
  readonly cancel: Step;
  /** Back to the choice of a status. */
  readonly forget: () => void;
}

/** A bulk update from its check to its end, as the service tells it. */
export function useBulkUpdate(source: BulkSourceShape): BulkUpdateInHand {
  const client = useQueryClient();
  const [id, setId] = useState<string>();
  const path = `/bulk-updates/${id}`;
  const known = client.getQueryData<BulkUpdateShape>([path]);
  const { data, refetch } = useGet<BulkUpdateShape>(path, {
    enabled: id !== undefined,
    everyMs: known && MOVING.has(known.state) ? POLL_MS : undefined,
  });
  useLive('bulk_updates', () => {
    if (id !== undefined) void refetch();
  });
  const keep = (update: BulkUpdateShape): void => {
    client.setQueryData([`/bulk-updates/${update.id}`], update);
    setId(update.id);
  };
  const create = useMutation({
    mutationFn: (status: AnswerStatus) => post<BulkUpdateShape>('/bulk-updates', { source, status }),
    onSuccess: keep,
  });
  return {
    update: id === undefined ? undefined : data,
    create,
    start: useStep(`${path}/start`, keep),
    cancel: useStep(`${path}/cancel`, keep),
    forget: () => setId(undefined),
  };
}

function useStep(path: string, keep: (update: BulkUpdateShape) => void): Step {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => post<BulkUpdateShape>(path),
    onSuccess: (update) => {
      keep(update);
      void refresh('/bulk-updates');
    },
  });
}
