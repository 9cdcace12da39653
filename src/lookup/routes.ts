import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { documentErrors } from '../http/documented-errors.ts';
import type { TakeTurn } from '../http/queue.ts';
import { RefusalError } from '../http/refusal-error.ts';
import { NIL_UUID, isUuid } from '../rules/uuid.ts';
import { shapeAlert } from '../shapes/alert.ts';
import { shapePageMeta } from '../shapes/page.ts';
import { sharedShape } from '../shapes/shared.ts';
import type { Sql } from '../store/connect.ts';
import { findAlert } from '../store/find-alert.ts';
import { listAlerts } from '../store/list-alerts.ts';
import { AlertListQuery, PER_PAGE_DEFAULT } from './list-query.ts';

/** Past the end of any list, and still a whole number to the database. */
const OFFSET_MAX = Number.MAX_SAFE_INTEGER;

/** List and read: everything is limited to the calling company. */
export function addLookupRoutes(app: FastifyInstance, sql: Sql, takeTurn: TakeTurn): void {
  app.get<{ Querystring: AlertListQuery }>('/chargeback-alert/alerts', {
    schema: listSchema,
    handler: async ({ caller, query }) => {
      const { page = 1, per_page: perPage = PER_PAGE_DEFAULT } = query;
      const filter = {
        status: query.status,
        providerAlertId: query.provider_alert_id,
        dateFrom: query.date_from,
        dateTo: query.date_to,
        cardBin: query.card_bin,
        cardLast4: query.card_last4,
      };
      const range = { offset: Math.min((page - 1) * perPage, OFFSET_MAX), limit: perPage };
      const found = await takeTurn(() => listAlerts(sql, caller.companyId, filter, range));
      return { data: found.alerts.map(shapeAlert), meta: shapePageMeta(page, perPage, found.total) };
    },
  });

  app.get<{ Params: Static<typeof AlertPath> }>('/chargeback-alert/alerts/:id', {
    schema: readSchema,
    handler: async ({ caller, params }) => {
      // D3: an id that is no UUID names no alert; it takes the same way as any other id that is not the company's.
      const alertId = isUuid(params.id) ? params.id : NIL_UUID;
      const alert = await takeTurn(() => findAlert(sql, caller.companyId, alertId));
      if (alert === undefined) throw new RefusalError('alert_not_found');
      return { data: shapeAlert(alert) };
    },
  });
}

const AlertPath = Type.Object({ id: Type.String({ description: 'The id of the alert.' }) });

const listSchema = {
  operationId: 'listAlerts',
  summary: 'List alerts',
  description: "The company's alerts, newest first. All filters are optional and combine.",
  tags: ['Alerts'],
  security: [{ basic: [] }],
  querystring: AlertListQuery,
  response: {
    200: Type.Object({ data: Type.Array(sharedShape('Alert')), meta: sharedShape('PageMeta') }),
    ...documentErrors('unauthorized', 'invalid_input', 'rate_limited'),
  },
};

const readSchema = {
  operationId: 'readAlert',
  summary: 'Read one alert',
  tags: ['Alerts'],
  security: [{ basic: [] }],
  params: AlertPath,
  response: {
    200: Type.Object({ data: sharedShape('Alert') }),
    ...documentErrors('unauthorized', 'alert_not_found', 'rate_limited'),
  },
};
