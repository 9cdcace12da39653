import { useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { useLive } from '../../api/live.ts';
import type { AlertPageShape } from '../../api/shapes.ts';
import { useGet, useRefresh } from '../../api/use-get.ts';
import { type AlertsSearch, filterOf, PER_PAGE_DEFAULT } from './alerts-search.ts';
import { keepRows, type SteadyRows, takeRows } from './steady-rows.ts';
import { useCalm } from '../../api/use-calm.ts';

/** Live events may come many times a second; the list is read again at most this often. */
const CALM_MS = 4000;
/** For when no live events arrive. */
const POLL_MS = 30_000;

interface AlertList {
  readonly steady: SteadyRows | undefined;
  readonly newCount: number;
  readonly isStale: boolean;
  readonly error: ApiError | null;
  /** Shows what is new. */
  readonly reload: () => void;
}

export function useAlertList(search: AlertsSearch): AlertList {
  const filter = filterOf(search);
  const query = { ...filter, page: search.page ?? '1', per_page: search.per_page ?? PER_PAGE_DEFAULT };
  const list = useGet<AlertPageShape>('/alerts', { query, everyMs: POLL_MS });
  const [steady, setSteady] = useSteady(JSON.stringify(query), list);
  const news = useGet<{ readonly count: number }>('/alerts/new-count', {
    query: { ...filter, since: steady?.since },
    enabled: steady !== undefined,
    everyMs: POLL_MS,
  });
  const refresh = useRefresh();
  useLive(
    'alerts',
    useCalm(() => void refresh('/alerts'), CALM_MS),
  );
  return {
    steady,
    newCount: news.isPlaceholderData ? 0 : (news.data?.count ?? 0),
    isStale: list.isPlaceholderData,
    error: list.isPlaceholderData || !list.data ? list.error : null,
    reload: () => {
      setSteady((known) => known && { ...known, wantsNew: true });
      void list.refetch();
    },
  };
}

type Loaded = ReturnType<typeof useGet<AlertPageShape>>;
type SetSteady = (change: (known: SteadyRows | undefined) => SteadyRows | undefined) => void;

/** Follows what is read: another list replaces the rows, the same list read again only renews them. */
function useSteady(
  key: string,
  { data, isPlaceholderData, isFetching }: Loaded,
): [SteadyRows | undefined, SetSteady] {
  const [steady, setSteady] = useState<SteadyRows>();
  if (data && !isPlaceholderData && (steady?.page !== data || steady.key !== key)) {
    // What stood in the cache is shown at once, and replaced by what is being read.
    const mustTake = steady?.key !== key || steady.wantsNew;
    setSteady(mustTake ? takeRows(key, data, isFetching) : keepRows(steady, data));
  }
  return [steady, setSteady];
}
