import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cancelBulkUpdate } from '../bulk/cancel-bulk-update.ts';
import { checkCsv } from '../bulk/check-csv.ts';
import { checkFilter } from '../bulk/check-filter.ts';
import { checkSelection } from '../bulk/check-selection.ts';
import { FILE_BYTES_MAX } from '../bulk/limits.ts';
import type { Requester } from '../bulk/parts.ts';
import { requireBulkUpdate } from '../bulk/require-bulk-update.ts';
import { rerunBulkUpdate } from '../bulk/rerun-bulk-update.ts';
import { shapeBulkUpdate } from '../bulk/shape-bulk-update.ts';
import { startBulkUpdate } from '../bulk/start-bulk-update.ts';
import type { BulkUpdateShape } from '../shapes/dashboard/bulk-updates.ts';
import { addBulkReportRoutes } from './bulk-report-routes.ts';
import { CsvUploadQuery, NewBulkUpdateBody, readSource } from './bulk-update-query.ts';
import { acceptCsvBodies, readUpload } from './csv-body.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';

/** Checking many rows is slow by nature, and so may be the upload of a large file. */
const CHECK_TIMEOUT_MS = 120_000;
const RUNS = { config: { access: 'run_bulk_updates' } } as const;

/** Many answers at once: first checked, then started, then run by the service itself. */
export function addBulkUpdateRoutes(app: FastifyInstance, parts: DashboardParts): void {
  app.post<{ Body: NewBulkUpdateBody }>('/bulk-updates', {
    ...RUNS,
    handlerTimeout: CHECK_TIMEOUT_MS,
    schema: { hide: true, body: NewBulkUpdateBody },
    handler: async (request) => {
      const source = readSource(request.body.source);
      const { status } = request.body;
      const requester = requesterOf(request);
      const id =
        source.kind === 'selection'
          ? await checkSelection(parts, requester, source.alert_ids, status)
          : await checkFilter(parts, requester, source.filter, status);
      return show(parts, request, id);
    },
  });
  addUploadRoute(app, parts);
  addBulkReportRoutes(app, parts);
  for (const [name, act] of Object.entries({ start: startBulkUpdate, cancel: cancelBulkUpdate })) {
    app.post<{ Params: { id: string } }>(`/bulk-updates/:id/${name}`, {
      ...RUNS,
      schema: { hide: true },
      handler: async (request) => {
        await act(parts, requesterOf(request), request.params.id);
        return show(parts, request, request.params.id);
      },
    });
  }
  app.post<{ Params: { id: string } }>('/bulk-updates/:id/rerun', {
    ...RUNS,
    handlerTimeout: CHECK_TIMEOUT_MS,
    schema: { hide: true },
    handler: async (request) =>
      show(parts, request, await rerunBulkUpdate(parts, requesterOf(request), request.params.id)),
  });
}

/** In a scope of its own, since only here a body is a file. */
function addUploadRoute(app: FastifyInstance, parts: DashboardParts): void {
  void app.register(async (uploads) => {
    acceptCsvBodies(uploads, FILE_BYTES_MAX);
    uploads.post<{ Querystring: CsvUploadQuery; Body: unknown }>('/bulk-updates/csv', {
      ...RUNS,
      handlerTimeout: CHECK_TIMEOUT_MS,
      bodyLimit: FILE_BYTES_MAX,
      schema: { hide: true, querystring: CsvUploadQuery },
      handler: async (request) => {
        const fileName = request.query.file_name ?? '';
        const id = await readUpload(request.body, (pieces) =>
          checkCsv(parts, requesterOf(request), {
            fileName,
            pieces,
            signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
          }),
        );
        return show(parts, request, id);
      },
    });
  });
}

function requesterOf(request: FastifyRequest): Requester {
  return { ...request.person, companyId: companyOf(request) };
}

async function show(
  { sql, live }: DashboardParts,
  request: FastifyRequest,
  id: string,
): Promise<BulkUpdateShape> {
  const companyId = companyOf(request);
  live.tell(companyId, 'bulk_updates');
  return shapeBulkUpdate(await requireBulkUpdate(sql, companyId, id));
}
