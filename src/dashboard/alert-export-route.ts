import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { EXPORT_LOCALES, EXPORT_ROWS_MAX, exportAlerts } from '../backoffice/export-alerts.ts';
import { createQueue } from '../backoffice/queue.ts';
import { ERROR_TEXT } from '../http/validation.ts';
import { maskCardNumbers } from '../rules/card-number.ts';
import { readAlertFilter } from '../shapes/dashboard/alert-filter.ts';
import { OneOf } from '../shapes/schema.ts';
import { AlertFilterQuery } from './alert-query.ts';
import { audit } from './audit.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';

/** A million rows over a slow line. */
const HANDLER_TIMEOUT_MS = 15 * 60_000;
/** Exports take turns, batch by batch. */
const BATCHES_AT_ONCE = { runningMax: 2, waitingMax: 50 };

const ExportQuery = Type.Object({
  ...AlertFilterQuery.properties,
  locale: Type.Optional(
    OneOf(EXPORT_LOCALES, { [ERROR_TEXT]: `locale must be one of ${EXPORT_LOCALES.join(', ')}` }),
  ),
});

export function addAlertExportRoute(app: FastifyInstance, { sql }: DashboardParts): void {
  const takeTurn = createQueue(BATCHES_AT_ONCE);

  app.get<{ Querystring: Static<typeof ExportQuery> }>('/alerts/export', {
    config: { access: 'export_alerts' },
    handlerTimeout: HANDLER_TIMEOUT_MS,
    schema: { hide: true, querystring: ExportQuery },
    handler: async (request, reply) => {
      const { locale = 'en', ...filter } = request.query;
      const search = readAlertFilter(filter);
      const lines = exportAlerts(sql, companyOf(request), { search, locale, takeTurn });
      // Before the first byte, so that a failure is still an error answer and not half a file.
      const first = await lines.next();
      await audit(request, sql, {
        action: 'alerts.exported',
        subject: 'alerts',
        details: describeFilter(filter),
      });
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="alerts.csv"')
        .header('x-row-limit', EXPORT_ROWS_MAX);
      return reply.send(Readable.from(inOrder(first, lines)));
    },
  });
}

/** A person may have searched for a card number; the log must not keep it. */
function describeFilter(filter: AlertFilterQuery): Record<string, string | number> {
  const given = Object.entries(filter).filter(([name]) => Object.hasOwn(AlertFilterQuery.properties, name));
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'string' ? maskCardNumbers(value) : value]),
  );
}

async function* inOrder(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (first.done !== true) yield first.value;
  yield* rest;
}
