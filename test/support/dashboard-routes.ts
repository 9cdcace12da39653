import type { RouteOptions } from 'fastify';
import { pino } from 'pino';
import { addDashboard } from '../../src/dashboard/add-dashboard.ts';
import type { DashboardParts } from '../../src/dashboard/parts.ts';
import type { Access } from '../../src/dashboard/person.ts';
import { createApp } from '../../src/http/app.ts';
import { TEST_PASSWORD } from './dashboard.ts';

const API = '/dashboard/api';
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** How a test calls a route: who may, by the specification of the dashboard, and a body that gets past nobody else. */
interface KnownRoute {
  readonly access: Access;
  readonly body?: object | undefined;
}

/** Every route of the dashboard's API. One that is missing here, or is no more, fails the test that walks them. */
export const DASHBOARD_ROUTES: Readonly<Record<string, KnownRoute>> = {
  'POST /login': { access: 'anybody', body: {} },
  'POST /logout': { access: 'signed_in' },
  'GET /session': { access: 'signed_in' },
  'POST /account/password': { access: 'signed_in', body: {} },
  'POST /account/totp/begin': { access: 'signed_in', body: {} },
  'POST /account/totp/confirm': { access: 'signed_in', body: {} },
  'POST /account/totp/remove': { access: 'signed_in', body: {} },
  'GET /account/devices': { access: 'signed_in' },
  'POST /account/devices/:id/revoke': { access: 'signed_in', body: { password: TEST_PASSWORD } },
  'POST /account/devices/revoke-others': { access: 'signed_in', body: {} },
  'POST /invitations/look': { access: 'anybody', body: {} },
  'POST /invitations/accept': { access: 'anybody', body: {} },
  'GET /team': { access: 'read_users' },
  'POST /team/invitations': { access: 'manage_users', body: {} },
  'DELETE /team/invitations/:id': { access: 'manage_users' },
  'PATCH /team/members/:id': { access: 'manage_users', body: { role: 'viewer' } },
  'DELETE /team/members/:id': { access: 'manage_users' },
  'POST /team/members/:id/reset-totp': { access: 'manage_users' },
  'PATCH /company': { access: 'manage_company', body: {} },
  'GET /audit-log': { access: 'read_audit_log' },
  'GET /audit-log/export': { access: 'read_audit_log' },
  'GET /operator/audit-log': { access: 'read_operator_audit_log' },
  'GET /overview': { access: 'read_overview' },
  'GET /alerts': { access: 'read_alerts' },
  'GET /alerts/new-count': { access: 'read_alerts' },
  'GET /alerts/export': { access: 'export_alerts' },
  'GET /alerts/:id': { access: 'read_alerts' },
  'POST /alerts/:id/answer': { access: 'answer_alerts', body: { status: 'other' } },
  'POST /alerts/:id/take-back': { access: 'answer_alerts' },
  'POST /alerts/:id/resend': { access: 'resend_deliveries', body: {} },
  'POST /test-alert': { access: 'send_test_alert' },
  'GET /bulk-updates': { access: 'read_bulk_updates' },
  'POST /bulk-updates': { access: 'run_bulk_updates', body: {} },
  'POST /bulk-updates/csv': { access: 'run_bulk_updates', body: {} },
  'GET /bulk-updates/template.csv': { access: 'read_bulk_updates' },
  'GET /bulk-updates/:id': { access: 'read_bulk_updates' },
  'GET /bulk-updates/:id/rows': { access: 'read_bulk_updates' },
  'GET /bulk-updates/:id/result.csv': { access: 'read_bulk_updates' },
  'POST /bulk-updates/:id/start': { access: 'run_bulk_updates' },
  'POST /bulk-updates/:id/cancel': { access: 'run_bulk_updates' },
  'POST /bulk-updates/:id/rerun': { access: 'run_bulk_updates' },
  'GET /events': { access: 'signed_in' },
  'GET /deliveries': { access: 'read_deliveries' },
  'GET /deliveries/:alert_id/:endpoint_id': { access: 'read_deliveries' },
  'POST /deliveries/:alert_id/:endpoint_id/resend': { access: 'resend_deliveries' },
  'POST /deliveries/resend-failed': { access: 'resend_deliveries', body: {} },
  'GET /endpoints': { access: 'read_endpoints' },
  'POST /endpoints': { access: 'manage_endpoints', body: {} },
  'POST /endpoints/:id/pause': { access: 'manage_endpoints', body: {} },
  'POST /endpoints/:id/resume': { access: 'manage_endpoints' },
  'POST /endpoints/:id/rotate': { access: 'manage_endpoints' },
  'POST /endpoints/:id/test': { access: 'manage_endpoints' },
  'GET /credentials': { access: 'read_credentials' },
  'POST /credentials': { access: 'manage_credentials' },
  'POST /credentials/:client_id/revoke': { access: 'manage_credentials' },
  'GET /operator/companies': { access: 'read_companies' },
  'POST /operator/companies': { access: 'manage_companies', body: {} },
  'GET /operator/companies/:id/block-effect': { access: 'read_companies' },
  'POST /operator/companies/:id/block': { access: 'manage_companies', body: {} },
  'POST /operator/companies/:id/unblock': { access: 'manage_companies' },
  'POST /operator/companies/:id/invitations': { access: 'manage_companies', body: {} },
  'GET /operator/merchants': { access: 'read_merchants' },
  'POST /operator/merchants': { access: 'manage_merchants', body: {} },
  'GET /operator/enrollments': { access: 'read_merchants' },
  'POST /operator/enrollments': { access: 'manage_merchants', body: {} },
  'GET /operator/unrouted': { access: 'read_unrouted_alerts' },
  'POST /operator/unrouted/:id/assign': { access: 'assign_unrouted_alerts', body: {} },
  'POST /operator/unrouted/:id/enroll': { access: 'assign_unrouted_alerts', body: {} },
  'GET /operator/providers': { access: 'read_providers' },
  'GET /operator/legacy-callers': { access: 'read_legacy_callers' },
};

/** The routes that are really there, as `METHOD /path` below the API. */
export async function collectDashboardRoutes(): Promise<string[]> {
  const routes = await collectRouteOptions();
  return routes.map(({ method, url }) => `${String(method)} ${url.slice(API.length)}`);
}

/** The same with all that was said when they were added, their schemas included. */
export async function collectRouteOptions(): Promise<RouteOptions[]> {
  const routes: RouteOptions[] = [];
  const app = createApp(pino({ level: 'silent' }));
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && route.url.startsWith(`${API}/`)) routes.push(route);
  });
  // Only added, never called: no part is used.
  await addDashboard(app, { publicUrl: 'http://localhost' } as DashboardParts);
  await app.ready();
  await app.close();
  return routes;
}

/** The path with its parameters replaced by ids: those given, else one that nobody has. */
export function fillPath(path: string, ids: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? NOBODY);
}
