import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { countNewAlerts } from '../backoffice/alerts/count-new-alerts.ts';
import { listAlertsPage } from '../backoffice/alerts/list-alerts-page.ts';
import { createRememberCostly } from '../backoffice/alerts/remember-costly.ts';
import { showAlert } from '../backoffice/alerts/show-alert.ts';
import { isWholeView } from '../rules/alert-search.ts';
import { readAlertFilter } from '../shapes/dashboard/alert-filter.ts';
import { addAlertActionRoutes } from './alert-action-routes.ts';
import { addAlertExportRoute } from './alert-export-route.ts';
import { alertOf, AlertPath } from './alert-path.ts';
import { AlertFilterQuery, AlertPageQuery, NewCountQuery, PER_PAGE_DEFAULT } from './alert-query.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';

export function addAlertRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const listParts = { ...parts, rememberCostly: createRememberCostly() };
  const { sql, takeTurn, followUpWindowMs } = parts;

  app.get<{ Querystring: AlertPageQuery }>('/alerts', {
    config: { access: 'read_alerts' },
    schema: { hide: true, querystring: AlertPageQuery },
    handler: async (request) => {
      const { page = 1, per_page: perPage = PER_PAGE_DEFAULT } = request.query;
      const search = readAlertFilter(request.query);
      const companyId = companyOf(request);
      return takeTurn(() => listAlertsPage(listParts, companyId, { search, page, perPage }));
    },
  });

  app.get<{ Querystring: NewCountQuery }>('/alerts/new-count', {
    config: { access: 'read_alerts' },
    schema: { hide: true, querystring: NewCountQuery },
    handler: async (request) => {
      const { since, ...filter } = request.query;
      const companyId = companyOf(request);
      return takeTurn(() => countNewAlerts(sql, companyId, readAlertFilter(filter), new Date(since)));
    },
  });

  addAlertExportRoute(app, parts);

  app.get<{ Params: Static<typeof AlertPath>; Querystring: AlertFilterQuery }>('/alerts/:id', {
    config: { access: 'read_alerts' },
    schema: { hide: true, params: AlertPath, querystring: AlertFilterQuery },
    handler: async (request) => {
      const key = alertOf(request);
      const search = readAlertFilter(request.query);
      const show = () => showAlert(sql, key, search, followUpWindowMs);
      // The neighbours in a narrow list may be far away.
      return isWholeView(search) ? show() : takeTurn(show);
    },
  });

  addAlertActionRoutes(app, parts);
}
