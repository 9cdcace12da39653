import type { FastifyInstance } from 'fastify';
import { addCompanyBlockRoutes } from './company-block-routes.ts';
import { addEnrollmentRoutes } from './enrollment-routes.ts';
import { addLegacyCallerRoutes } from './legacy-caller-routes.ts';
import { addOperatorCompanyRoutes } from './operator-company-routes.ts';
import { addOperatorMerchantRoutes } from './operator-merchant-routes.ts';
import type { DashboardParts } from './parts.ts';
import { addProviderRoutes } from './provider-routes.ts';
import { addUnroutedRoutes } from './unrouted-routes.ts';

const ROUTES = [
  addOperatorCompanyRoutes,
  addCompanyBlockRoutes,
  addOperatorMerchantRoutes,
  addEnrollmentRoutes,
  addUnroutedRoutes,
  addProviderRoutes,
  addLegacyCallerRoutes,
];

/** What whoever runs the service sees and does, across companies. */
export function addOperatorRoutes(app: FastifyInstance, parts: DashboardParts): void {
  for (const addRoutes of ROUTES) addRoutes(app, parts);
}
