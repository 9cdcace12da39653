import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { writeResult, writeTemplate } from '../bulk/csv/write-result.ts';
import { requireBulkUpdate } from '../bulk/require-bulk-update.ts';
import { shapeBulkRow, shapeBulkUpdate } from '../bulk/shape-bulk-update.ts';
import type {
  BulkRowPageShape,
  BulkUpdatePageShape,
  BulkUpdateShape,
} from '../shapes/dashboard/bulk-updates.ts';
import { shapePageMeta } from '../shapes/page.ts';
import { listBulkRows } from '../store/bulk/bulk-update-rows.ts';
import { listBulkUpdates } from '../store/bulk/bulk-updates.ts';
import { asFile } from './as-file.ts';
import {
  BulkRowPageQuery,
  BulkUpdatePageQuery,
  CsvLocaleQuery,
  PER_PAGE_DEFAULT,
} from './bulk-update-query.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';

/** A result of 250,000 lines over a slow connection. */
const DOWNLOAD_TIMEOUT_MS = 600_000;
const READS = { config: { access: 'read_bulk_updates' } } as const;
interface WithId {
  readonly Params: { readonly id: string };
}

/** What was checked and what became of it: on the page, and as a file. */
export function addBulkReportRoutes(app: FastifyInstance, { sql }: DashboardParts): void {
  app.get<{ Querystring: BulkUpdatePageQuery }>('/bulk-updates', {
    ...READS,
    schema: { hide: true, querystring: BulkUpdatePageQuery },
    handler: async (request): Promise<BulkUpdatePageShape> => {
      const { source, page = 1, per_page: limit = PER_PAGE_DEFAULT } = request.query;
      const range = { offset: (page - 1) * limit, limit };
      const { updates, total } = await listBulkUpdates(sql, companyOf(request), source, range);
      return { data: updates.map(shapeBulkUpdate), meta: shapePageMeta(page, limit, total) };
    },
  });
  app.get<{ Querystring: CsvLocaleQuery }>('/bulk-updates/template.csv', {
    ...READS,
    schema: { hide: true, querystring: CsvLocaleQuery },
    handler: async (request, reply) =>
      asFile(reply, 'alerts.csv').send(writeTemplate(request.query.locale ?? 'en')),
  });
  app.get<WithId>('/bulk-updates/:id', {
    ...READS,
    schema: { hide: true },
    handler: async (request): Promise<BulkUpdateShape> =>
      shapeBulkUpdate(await requireBulkUpdate(sql, companyOf(request), request.params.id)),
  });
  app.get<WithId & { Querystring: BulkRowPageQuery }>('/bulk-updates/:id/rows', {
    ...READS,
    schema: { hide: true, querystring: BulkRowPageQuery },
    handler: async (request): Promise<BulkRowPageShape> => {
      const { verdict, result, page = 1, per_page: limit = PER_PAGE_DEFAULT } = request.query;
      const update = await requireBulkUpdate(sql, companyOf(request), request.params.id);
      const range = { offset: (page - 1) * limit, limit };
      const { rows, total } = await listBulkRows(sql, update, { verdict, result }, range);
      return { data: rows.map(shapeBulkRow), meta: shapePageMeta(page, limit, total) };
    },
  });
  app.get<WithId & { Querystring: CsvLocaleQuery }>('/bulk-updates/:id/result.csv', {
    ...READS,
    handlerTimeout: DOWNLOAD_TIMEOUT_MS,
    // It would read all rows and send nothing of them.
    exposeHeadRoute: false,
    schema: { hide: true, querystring: CsvLocaleQuery },
    handler: async (request, reply) => {
      const update = await requireBulkUpdate(sql, companyOf(request), request.params.id);
      const lines = writeResult(sql, update, request.query.locale ?? 'en');
      return asFile(reply, `result-${update.id}.csv`).send(Readable.from(lines, { highWaterMark: 1 }));
    },
  });
}
