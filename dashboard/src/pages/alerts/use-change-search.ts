import { useNavigate } from '@tanstack/react-router';
import { type AlertsSearch, viewOf } from './alerts-search.ts';

/** Changes the filter in the address. The view stays the one that is seen, and the pages start over. */
export function useChangeSearch(): (change: AlertsSearch) => void {
  const navigate = useNavigate({ from: '/alerts' });
  return (change) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, view: viewOf(before), page: undefined, ...change }),
      resetScroll: false,
    });
}
