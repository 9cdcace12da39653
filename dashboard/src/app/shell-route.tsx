import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { isApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { Layout } from './layout.tsx';
import { NotFound, PageError, PagePending } from './page-states.tsx';

export const root = createRootRoute({ notFoundComponent: NotFound });

/** Everything that needs somebody signed in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Layout,
  errorComponent: PageError,
  pendingComponent: PagePending,
  beforeLoad: async ({ location }) => {
    const session = await knownSession(location.href);
    const isAccount = location.pathname === '/account';
    if (session.must_set_up_totp && !isAccount) throw redirect({ to: '/account', replace: true });
    return { session };
  },
});

async function knownSession(href: string): Promise<Awaited<ReturnType<typeof loadSession>>> {
  try {
    return await loadSession();
  } catch (error) {
    if (!isApiError(error, 'NOT_SIGNED_IN')) throw error;
    throw redirect({ to: '/login', search: href === '/' ? {} : { return: href }, replace: true });
  }
}

const loadSession = () => queryClient.ensureQueryData(sessionQuery);
