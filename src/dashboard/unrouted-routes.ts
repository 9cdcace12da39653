import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { assignUnroutedAlert } from '../backoffice/enrollments/assign-unrouted-alert.ts';
import { enrollUnroutedAlert } from '../backoffice/enrollments/enroll-unrouted-alert.ts';
import { pageFields } from '../http/alert-filters.ts';
import type { UnroutedAlertShape, UnroutedPageShape } from '../shapes/dashboard/operator.ts';
import { shapePageMeta } from '../shapes/page.ts';
import { listUnroutedAlerts, type UnroutedAlert } from '../store/alerts/unrouted-alerts.ts';
import { readDatabaseClock } from '../store/read-database-clock.ts';
import type { DashboardParts } from './parts.ts';
import { idField } from './reference-fields.ts';
import { refuseReference } from './refuse-reference.ts';

const PER_PAGE_DEFAULT = 25;
/** Everything that waits for the same route comes along. */
const ENROLL_WITHIN_MS = 60_000;

const UnroutedQuery = Type.Object(pageFields(PER_PAGE_DEFAULT));
const AssignBody = Type.Object({ merchant_enrollment_id: idField('merchant_enrollment_id') });
const EnrollBody = Type.Object({ merchant_id: idField('merchant_id') });

interface UnroutedPath {
  readonly Params: { readonly id: string };
}

/** What arrived for nobody we know, until the operator knows better. */
export function addUnroutedRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const { sql, responseWindowMs } = parts;
  app.get<{ Querystring: Static<typeof UnroutedQuery> }>('/operator/unrouted', {
    config: { access: 'read_unrouted_alerts' },
    schema: { hide: true, querystring: UnroutedQuery },
    handler: async ({ query }): Promise<UnroutedPageShape> => {
      const { page = 1, per_page: perPage = PER_PAGE_DEFAULT } = query;
      const found = await listUnroutedAlerts(sql, { offset: (page - 1) * perPage, limit: perPage });
      return {
        data: found.alerts.map((alert) => shapeUnrouted(alert, responseWindowMs)),
        meta: shapePageMeta(page, perPage, found.total),
        server_time: (await readDatabaseClock(sql)).toISOString(),
      };
    },
  });
  addAssign(app, parts);
  addEnroll(app, parts);
}

function addAssign(app: FastifyInstance, { sql, responseWindowMs, live, onNewWork }: DashboardParts): void {
  app.post<UnroutedPath & { Body: Static<typeof AssignBody> }>('/operator/unrouted/:id/assign', {
    config: { access: 'assign_unrouted_alerts' },
    schema: { hide: true, body: AssignBody },
    handler: async ({ person, params, body }) => {
      const assigned = { unroutedAlertId: params.id, merchantEnrollmentId: body.merchant_enrollment_id };
      const assigning = assignUnroutedAlert(sql, person, assigned, responseWindowMs);
      const alert = await assigning.catch(refuseReference);
      onNewWork();
      live.tell(alert.companyId, 'alerts');
      return { alert_id: alert.alertId };
    },
  });
}

function addEnroll(app: FastifyInstance, { sql, responseWindowMs, live, onNewWork }: DashboardParts): void {
  app.post<UnroutedPath & { Body: Static<typeof EnrollBody> }>('/operator/unrouted/:id/enroll', {
    config: { access: 'assign_unrouted_alerts' },
    schema: { hide: true, body: EnrollBody },
    handlerTimeout: ENROLL_WITHIN_MS,
    handler: async ({ person, params, body }) => {
      const enrolled = { unroutedAlertId: params.id, merchantId: body.merchant_id };
      const enrolling = enrollUnroutedAlert(sql, person, enrolled, responseWindowMs);
      const created = await enrolling.catch(refuseReference);
      onNewWork();
      live.tell(created.companyId, 'company');
      live.tell(created.companyId, 'alerts');
      return {
        merchant_enrollment_id: created.merchantEnrollmentId,
        adopted_alerts: created.adoptedAlerts,
      };
    },
  });
}

function shapeUnrouted(alert: UnroutedAlert, responseWindowMs: number): UnroutedAlertShape {
  return {
    id: alert.id,
    provider: alert.provider,
    provider_alert_id: alert.providerAlertId,
    received_at: alert.receivedAt.toISOString(),
    expires_at: new Date(alert.receivedAt.getTime() + responseWindowMs).toISOString(),
    amount: alert.amount,
    currency: alert.currency,
    descriptor: alert.descriptor,
    acquirer_bin: alert.acquirerBin,
    caid: alert.caid,
    card_bin: alert.cardBin,
    card_last4: alert.cardLast4,
    same_route: alert.sameRoute,
  };
}
