import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { EXPORT_ROWS_MAX, exportAlerts } from '../backoffice/alerts/export-alerts.ts';
import { keepableFilter, readAlertFilter } from '../shapes/dashboard/alert-filter.ts';
import { recordDeed } from '../store/people/audit-log.ts';
import { AlertFilterQuery, pickFilter } from './alert-query.ts';
import { asFile } from './as-file.ts';
import { CsvLocaleField } from './fields.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';

/** A million rows over a slow line. */
const HANDLER_TIMEOUT_MS = 15 * 60_000;

const ExportQuery = Type.Object({
  ...AlertFilterQuery.properties,
  locale: CsvLocaleField,
});

export function addAlertExportRoute(app: FastifyInstance, { sql, takeTurn }: DashboardParts): void {
  app.get<{ Querystring: Static<typeof ExportQuery> }>('/alerts/export', {
    config: { access: 'export_alerts' },
    handlerTimeout: HANDLER_TIMEOUT_MS,
    // It would read the whole file and send nothing of it.
    exposeHeadRoute: false,
    schema: { hide: true, querystring: ExportQuery },
    handler: async (request, reply) => {
      const { locale = 'en' } = request.query;
      const filter = pickFilter(request.query);
      const search = readAlertFilter(filter);
      const lines = exportAlerts(sql, companyOf(request), { search, locale, takeTurn });
      // Before the first byte, so that a failure is still an error answer and not half a file.
      const first = await lines.next();
      await recordDeed(sql, request.person, {
        action: 'alerts.exported',
        subject: 'alerts',
        details: keepableFilter(filter),
      });
      return asFile(reply, 'alerts.csv')
        .header('x-row-limit', EXPORT_ROWS_MAX)
        .send(Readable.from(inOrder(first, lines)));
    },
  });
}

async function* inOrder(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (first.done !== true) yield first.value;
  yield* rest;
}
