import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { listDeliveries } from '../backoffice/deliveries/list-deliveries.ts';
import { resendAlert } from '../backoffice/deliveries/resend-alert.ts';
import { resendFailed } from '../backoffice/deliveries/resend-failed.ts';
import { ERROR_TEXT } from '../http/validation.ts';
import { DELIVERY_STATES } from '../rules/outcomes.ts';
import type { DeliveryDetailShape, DeliveryListShape } from '../shapes/dashboard/integration.ts';
import { OneOf } from '../shapes/schema.ts';
import { listEndpointAddresses } from '../store/outbox/list-endpoints.ts';
import { readDatabaseClock } from '../store/read-database-clock.ts';
import { typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';
import { idField, momentField } from './reference-fields.ts';
import { shapeDelivery, showDelivery } from './show-delivery.ts';

const ROWS_SHOWN_MAX = 100;
/** Thousands of deliveries are put back in batches, each in its own transaction. */
const RESEND_FAILED_WITHIN_MS = 120_000;

const ListQuery = Type.Object({
  state: Type.Optional(
    OneOf(DELIVERY_STATES, { [ERROR_TEXT]: `state must be one of ${DELIVERY_STATES.join(', ')}` }),
  ),
  endpoint_id: Type.Optional(idField('endpoint_id')),
  since: Type.Optional(momentField('since')),
  q: Type.Optional(typedText('q')),
});
const ResendFailedBody = Type.Object({
  since: momentField('since'),
  endpoint_id: Type.Optional(idField('endpoint_id')),
});

interface DeliveryPath {
  readonly Params: { readonly alert_id: string; readonly endpoint_id: string };
}

/** The way of each alert to each endpoint. */
export function addDeliveryRoutes(app: FastifyInstance, parts: DashboardParts): void {
  addReadRoutes(app, parts);
  addResendRoutes(app, parts);
}

function addReadRoutes(app: FastifyInstance, { sql }: DashboardParts): void {
  app.get<{ Querystring: Static<typeof ListQuery> }>('/deliveries', {
    config: { access: 'read_deliveries' },
    schema: { hide: true, querystring: ListQuery },
    handler: async (request): Promise<DeliveryListShape> => {
      const companyId = companyOf(request);
      const { state, endpoint_id: endpointId, since, q } = request.query;
      const search = {
        companyId,
        endpointId,
        state,
        since: since === undefined ? undefined : momentOf(since),
        reference: q?.trim(),
        // One more than is shown, to know whether there is more.
        rowsMax: ROWS_SHOWN_MAX + 1,
      };
      const rows = await listDeliveries(sql, search);
      return {
        data: rows.slice(0, ROWS_SHOWN_MAX).map(shapeDelivery),
        has_more: rows.length > ROWS_SHOWN_MAX,
        endpoints: await listEndpointAddresses(sql, companyId),
        server_time: (await readDatabaseClock(sql)).toISOString(),
      };
    },
  });

  app.get<DeliveryPath>('/deliveries/:alert_id/:endpoint_id', {
    config: { access: 'read_deliveries' },
    schema: { hide: true },
    handler: async (request): Promise<DeliveryDetailShape> => {
      const { alert_id: alertId, endpoint_id: endpointId } = request.params;
      return showDelivery(sql, { companyId: companyOf(request), alertId, endpointId });
    },
  });
}

function addResendRoutes(app: FastifyInstance, { sql, responseWindowMs, onNewWork }: DashboardParts): void {
  app.post<DeliveryPath>('/deliveries/:alert_id/:endpoint_id/resend', {
    config: { access: 'resend_deliveries' },
    schema: { hide: true },
    handler: async (request) => {
      const { alert_id: alertId, endpoint_id: endpointId } = request.params;
      const meant = { companyId: companyOf(request), alertId, endpointId };
      const { resent } = await resendAlert(sql, request.person, meant, responseWindowMs);
      onNewWork();
      return { resent };
    },
  });

  app.post<{ Body: Static<typeof ResendFailedBody> }>('/deliveries/resend-failed', {
    config: { access: 'resend_deliveries' },
    schema: { hide: true, body: ResendFailedBody },
    handlerTimeout: RESEND_FAILED_WITHIN_MS,
    handler: async (request) => {
      const { since, endpoint_id: endpointId } = request.body;
      const meant = { companyId: companyOf(request), since: momentOf(since), endpointId };
      const { resent } = await resendFailed(sql, request.person, meant, responseWindowMs);
      onNewWork();
      return { resent };
    },
  });
}

function momentOf(since: string) {
  return { kind: 'at', at: new Date(since) } as const;
}
