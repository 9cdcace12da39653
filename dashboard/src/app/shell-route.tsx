import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { isApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import type { SessionShape } from '../api/shapes.ts';
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
    const { user, must_set_up_totp } = await knownSession(location.href);
    if (must_set_up_totp && location.pathname !== '/account')
      throw redirect({ to: '/account', replace: true });
    if (user.role === 'operator' && location.pathname === '/') {
      throw redirect({ to: '/operator/companies', replace: true });
    }
  },
});

async function knownSession(href: string): Promise<SessionShape> {
  try {
    return await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    if (!isApiError(error, 'NOT_SIGNED_IN')) throw error;
    throw redirect({ to: '/login', search: href === '/' ? {} : { return: href }, replace: true });
  }
}
