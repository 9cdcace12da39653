import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { documentErrors } from '../http/documented-errors.ts';
import type { TakeTurn } from '../http/queue.ts';
import { RefusalError } from '../http/refusal-error.ts';
import { readAlertId } from '../rules/uuid.ts';
import { shapeAlert } from '../shapes/alert.ts';
import { sharedShape } from '../shapes/shared.ts';
import { findWantedAlerts, type WantedAlert } from '../store/alerts/find-wanted-alerts.ts';
import type { Sql } from '../store/connect.ts';
import { shareRuns } from '../store/share-runs.ts';
import { countAlertChanges } from '../store/tallies/count-alert-changes.ts';
import { AlertListQuery } from './list-query.ts';
import { AlertPage, readPage } from './read-page.ts';
import { rememberPages } from './remember-pages.ts';

/** Those who ask while a statement is under way are answered together by the next. */
const COUNTING_LIMITS = { itemsMax: 100, waitingMax: 256, runsMax: 1 };
const FINDING_LIMITS = { itemsMax: 100, waitingMax: 256, runsMax: 2 };

interface LookupParts {
  readonly sql: Sql;
  readonly takeTurn: TakeTurn;
}

/** List and read: everything is limited to the calling company. */
export function addLookupRoutes(app: FastifyInstance, { sql, takeTurn }: LookupParts): void {
  const countTogether = shareRuns(
    (companyIds: readonly string[]) => countAlertChanges(sql, companyIds),
    COUNTING_LIMITS,
  );
  const findTogether = shareRuns(
    (wanted: readonly WantedAlert[]) => takeTurn(() => findWantedAlerts(sql, wanted)),
    FINDING_LIMITS,
  );
  const pages = rememberPages(async (companyId) => {
    const [changes = ''] = await countTogether([companyId]);
    return changes;
  });

  app.get<{ Querystring: AlertListQuery }>('/chargeback-alert/alerts', {
    schema: listSchema,
    handler: async ({ caller: { companyId }, query, url }, reply) => {
      reply.type('application/json; charset=utf-8');
      return pages.show(companyId, url, async () =>
        JSON.stringify(await takeTurn(() => readPage(sql, companyId, query))),
      );
    },
  });

  app.get<{ Params: Static<typeof AlertPath> }>('/chargeback-alert/alerts/:id', {
    schema: readSchema,
    handler: async ({ caller, params }) => {
      const wanted = { companyId: caller.companyId, alertId: readAlertId(params.id) };
      const [alert] = await findTogether([wanted]);
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
    200: AlertPage,
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
