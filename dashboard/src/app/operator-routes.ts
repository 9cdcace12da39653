import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.ts';
import { pickSearch } from './search.ts';
import { shell } from './shell-route.tsx';

const companies = createRoute({
  getParentRoute: () => shell,
  path: '/operator/companies',
  validateSearch: pickSearch('q', 'page'),
  component: lazyPage(
    () => import('../pages/operator-companies/operator-companies-page.tsx'),
    'OperatorCompaniesPage',
  ),
});

const merchants = createRoute({
  getParentRoute: () => shell,
  path: '/operator/merchants',
  validateSearch: pickSearch('company_id', 'q'),
  component: lazyPage(
    () => import('../pages/operator-merchants/operator-merchants-page.tsx'),
    'OperatorMerchantsPage',
  ),
});

const enrollments = createRoute({
  getParentRoute: () => shell,
  path: '/operator/enrollments',
  validateSearch: pickSearch('company_id', 'merchant_id'),
  component: lazyPage(
    () => import('../pages/operator-enrollments/operator-enrollments-page.tsx'),
    'OperatorEnrollmentsPage',
  ),
});

const unrouted = createRoute({
  getParentRoute: () => shell,
  path: '/operator/unrouted',
  validateSearch: pickSearch('page'),
  component: lazyPage(
    () => import('../pages/operator-unrouted/operator-unrouted-page.tsx'),
    'OperatorUnroutedPage',
  ),
});

const providers = createRoute({
  getParentRoute: () => shell,
  path: '/operator/providers',
  component: lazyPage(
    () => import('../pages/operator-providers/operator-providers-page.tsx'),
    'OperatorProvidersPage',
  ),
});

const legacy = createRoute({
  getParentRoute: () => shell,
  path: '/operator/legacy',
  component: lazyPage(
    () => import('../pages/operator-legacy/operator-legacy-page.tsx'),
    'OperatorLegacyPage',
  ),
});

const operatorAuditLog = createRoute({
  getParentRoute: () => shell,
  path: '/operator/audit-log',
  validateSearch: pickSearch('before', 'action', 'q'),
  component: lazyPage(
    () => import('../pages/operator-audit-log/operator-audit-log-page.tsx'),
    'OperatorAuditLogPage',
  ),
});

/** The pages of whoever runs the service. */
export const operatorRoutes = [
  companies,
  merchants,
  enrollments,
  unrouted,
  providers,
  legacy,
  operatorAuditLog,
] as const;
