import { createRoute } from '@tanstack/react-router';
import { readAlertsSearch } from '../pages/alerts/alerts-search.ts';
import { lazyPage } from './lazy-page.ts';
import { pickSearch } from './search.ts';
import { shell } from './shell-route.tsx';

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: pickSearch('days'),
  component: lazyPage(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage', 'overview'),
});

const alerts = createRoute({
  getParentRoute: () => shell,
  path: '/alerts',
  validateSearch: readAlertsSearch,
  component: lazyPage(() => import('../pages/alerts/alerts-page.tsx'), 'AlertsPage'),
});

const alert = createRoute({
  getParentRoute: () => shell,
  path: '/alerts/$id',
  validateSearch: readAlertsSearch,
  component: lazyPage(() => import('../pages/alert/alert-page.tsx'), 'AlertPage'),
});

const imports = createRoute({
  getParentRoute: () => shell,
  path: '/imports',
  validateSearch: pickSearch('page', 'source', 'upload'),
  component: lazyPage(() => import('../pages/imports/imports-page.tsx'), 'ImportsPage'),
});

const importRun = createRoute({
  getParentRoute: () => shell,
  path: '/imports/$id',
  validateSearch: pickSearch('page', 'verdict', 'result'),
  component: lazyPage(() => import('../pages/import/import-page.tsx'), 'ImportPage'),
});

const deliveries = createRoute({
  getParentRoute: () => shell,
  path: '/deliveries',
  validateSearch: pickSearch('state', 'endpoint_id', 'since', 'q'),
  component: lazyPage(() => import('../pages/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
});

const delivery = createRoute({
  getParentRoute: () => shell,
  path: '/deliveries/$alertId/$endpointId',
  component: lazyPage(() => import('../pages/delivery/delivery-page.tsx'), 'DeliveryPage'),
});

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyPage(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const credentials = createRoute({
  getParentRoute: () => shell,
  path: '/credentials',
  component: lazyPage(() => import('../pages/credentials/credentials-page.tsx'), 'CredentialsPage'),
});

const team = createRoute({
  getParentRoute: () => shell,
  path: '/team',
  component: lazyPage(() => import('../pages/team/team-page.tsx'), 'TeamPage'),
});

const auditLog = createRoute({
  getParentRoute: () => shell,
  path: '/audit-log',
  validateSearch: pickSearch('before', 'action', 'q'),
  component: lazyPage(() => import('../pages/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
});

/** The pages of a company's people. */
export const companyRoutes = [
  overview,
  alerts,
  alert,
  imports,
  importRun,
  deliveries,
  delivery,
  webhooks,
  credentials,
  team,
  auditLog,
] as const;
