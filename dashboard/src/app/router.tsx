import { createRoute, createRouter } from '@tanstack/react-router';
import { companyRoutes } from './company-routes.ts';
import { operatorRoutes } from './operator-routes.ts';
import { lazyPage } from './lazy-page.ts';
import { NotFound, PageError, PagePending } from './page-states.tsx';
import { parseSearch, pickSearch, stringifySearch } from './search.ts';
import { root, shell } from './shell-route.tsx';

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: pickSearch('return', 'ended'),
  component: lazyPage(() => import('../pages/login/login-page.tsx'), 'LoginPage', 'session'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyPage(() => import('../pages/invitation/invitation-page.tsx'), 'InvitationPage', 'session'),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyPage(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
});

/** An address that is none of ours, shown where somebody signed in finds the way back. */
const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    invitation,
    shell.addChildren([...companyRoutes, ...operatorRoutes, account, nowhere]),
  ]),
  basepath: '/dashboard',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageError,
  defaultPendingComponent: PagePending,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
