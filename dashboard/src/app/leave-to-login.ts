import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { router } from './router.tsx';

let isLeaving = false;

/** The session ended while somebody was at work: to the login, and back to this page afterwards. */
export function leaveToLogin(): void {
  // On the first load nobody was signed in yet; the router leads to the login by itself.
  if (isLeaving || queryClient.getQueryData(sessionQuery.queryKey) === undefined) return;
  isLeaving = true;
  void leave().finally(() => {
    isLeaving = false;
  });
}

async function leave(): Promise<void> {
  await router.navigate({
    to: '/login',
    search: { return: router.state.location.href, ended: '1' },
    replace: true,
  });
  // Only now: the page that is left still reads from it.
  queryClient.clear();
}
