import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

const RETRIES_MAX = 2;

/** What to do when the service says that nobody is signed in; set by the application, which knows the router. */
let onSignedOut = (): void => {};

export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // Only what may pass by itself is asked again; a refusal stays a refusal.
      retry: (failures, error) => failures < RETRIES_MAX && isApiError(error) && isPassing(error.status),
    },
    mutations: { retry: false, onError: noticeSignedOut },
  },
});

function isPassing(status: number): boolean {
  return status === 0 || status === 503;
}

function noticeSignedOut(error: unknown): void {
  if (isApiError(error, 'NOT_SIGNED_IN')) onSignedOut();
}
