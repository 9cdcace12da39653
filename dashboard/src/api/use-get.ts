import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';
import { get, type Query } from './client.ts';

interface GetOptions {
  readonly query?: Query | undefined;
  readonly enabled?: boolean | undefined;
  /** Asks again by itself; for what no live event tells. */
  readonly everyMs?: number | undefined;
}

/**
 * Reads a path of the API. While another page of the same path loads, the last one stays; so `data` is missing only on
 * the first load, which is when a skeleton is shown.
 */
export function useGet<T>(
  path: string,
  { query, enabled = true, everyMs }: GetOptions = {},
): UseQueryResult<T, ApiError> {
  return useQuery<T, ApiError>({
    queryKey: query === undefined ? [path] : [path, query],
    queryFn: ({ signal }) => get<T>(path, query, signal),
    enabled,
    // Never of another path: one alert's data must not stand under another's address.
    placeholderData: (previous, from) => (from?.queryKey[0] === path ? previous : undefined),
    refetchInterval: everyMs ?? false,
  });
}

/** Lets everything whose path begins with one of these be read again: `refresh('/alerts', '/overview')`. */
export function useRefresh(): (...paths: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return (...paths) =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && paths.some((prefix) => path.startsWith(prefix)),
    });
}
