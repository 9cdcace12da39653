import type { FastifyInstance } from 'fastify';
import { addAlertRoutes } from './alert-routes.ts';
import { addAuditLogRoutes } from './audit-log-routes.ts';
import { addBulkUpdateRoutes } from './bulk-update-routes.ts';
import { addCredentialRoutes } from './credential-routes.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { addEndpointRoutes } from './endpoint-routes.ts';
import { addGate } from './gate.ts';
import { addLiveRoutes } from './live-routes.ts';
import { addOperatorRoutes } from './operator-routes.ts';
import { addOverviewRoutes } from './overview-routes.ts';
import { addPageRoutes } from './page-routes.ts';
import type { DashboardParts } from './parts.ts';
import { addSessionRoutes } from './session-routes.ts';
import { addTeamRoutes } from './team-routes.ts';

const ROUTES = [
  addSessionRoutes,
  addOverviewRoutes,
  addAlertRoutes,
  addBulkUpdateRoutes,
  addDeliveryRoutes,
  addEndpointRoutes,
  addCredentialRoutes,
  addTeamRoutes,
  addAuditLogRoutes,
  addOperatorRoutes,
  addLiveRoutes,
];

/** The dashboard: its pages, and below `/dashboard/api` what they call. */
export async function addDashboard(app: FastifyInstance, parts: DashboardParts): Promise<void> {
  await app.register(
    async (api) => {
      await addGate(api, parts);
      for (const addRoutes of ROUTES) addRoutes(api, parts);
    },
    { prefix: '/dashboard/api' },
  );
  await addPageRoutes(app, parts);
}
