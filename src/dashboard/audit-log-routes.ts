import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { ERROR_TEXT } from '../http/validation.ts';
import {
  CSV_BYTE_ORDER_MARK,
  CSV_CONVENTIONS,
  type CsvDelimiter,
  renderCsvLine,
} from '../shapes/csv-line.ts';
import type { AuditEntryShape, AuditLogShape } from '../shapes/dashboard/team.ts';
import type { Sql } from '../store/connect.ts';
import {
  type AuditEntry,
  type AuditFilter,
  listAuditLog,
  listWholeAuditLog,
} from '../store/people/audit-log.ts';
import { asFile } from './as-file.ts';
import { CsvLocaleField, typedText } from './fields.ts';
import type { DashboardParts } from './parts.ts';
import { companyOf } from './person.ts';

const ENTRIES_PER_PAGE = 50;
const EXPORT_BATCH = 1000;
const EXPORT_ENTRIES_MAX = 200_000;
const EXPORT_WITHIN_MS = 120_000;
const EXPORT_COLUMNS = ['at', 'actor', 'action', 'subject', 'details', 'address'];

const FILTER_FIELDS = {
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,18}$', [ERROR_TEXT]: 'before must be the next_before of a page' }),
  ),
  action: Type.Optional(
    Type.String({ pattern: '^[a-z_]{1,50}(\\.[a-z_]{1,50})?$', [ERROR_TEXT]: 'action must name an action' }),
  ),
  q: Type.Optional(typedText('q')),
};
const AuditQuery = Type.Object(FILTER_FIELDS);
const ExportQuery = Type.Object({ ...FILTER_FIELDS, locale: CsvLocaleField });

/** What people did besides answering alerts. */
export function addAuditLogRoutes(app: FastifyInstance, { sql }: DashboardParts): void {
  app.get<{ Querystring: Static<typeof AuditQuery> }>('/audit-log', {
    config: { access: 'read_audit_log' },
    schema: { hide: true, querystring: AuditQuery },
    handler: async (request) =>
      shapePage(await listAuditLog(sql, companyOf(request), readFilter(request.query), ENTRIES_PER_PAGE + 1)),
  });

  app.get<{ Querystring: Static<typeof AuditQuery> }>('/operator/audit-log', {
    config: { access: 'read_operator_audit_log' },
    schema: { hide: true, querystring: AuditQuery },
    handler: async ({ query }) =>
      shapePage(await listWholeAuditLog(sql, readFilter(query), ENTRIES_PER_PAGE + 1)),
  });

  app.get<{ Querystring: Static<typeof ExportQuery> }>('/audit-log/export', {
    config: { access: 'read_audit_log' },
    schema: { hide: true, querystring: ExportQuery },
    handlerTimeout: EXPORT_WITHIN_MS,
    // It would read the whole log and send nothing of it.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { delimiter } = CSV_CONVENTIONS[request.query.locale ?? 'en'];
      const lines = renderExport(sql, companyOf(request), readFilter(request.query), delimiter);
      return asFile(reply, 'audit-log.csv').send(Readable.from(lines));
    },
  });
}

function readFilter({ before, action, q }: Static<typeof AuditQuery>): AuditFilter {
  return { before, action, search: q };
}

/** One more than a page was read, to know whether there are older ones. */
function shapePage(entries: readonly AuditEntry[]): AuditLogShape {
  const page = entries.slice(0, ENTRIES_PER_PAGE);
  const isMore = entries.length > page.length;
  return { data: page.map(shapeEntry), next_before: isMore ? (page.at(-1)?.id ?? null) : null };
}

function shapeEntry({ companyName, at, ...entry }: AuditEntry): AuditEntryShape {
  return { ...entry, at: at.toISOString(), company_name: companyName };
}

/** Read a batch at a time, so that a long log is never in memory whole. */
async function* renderExport(
  sql: Sql,
  companyId: string,
  filter: AuditFilter,
  delimiter: CsvDelimiter,
): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + renderCsvLine(EXPORT_COLUMNS, delimiter);
  let before = filter.before;
  for (let exported = 0; exported < EXPORT_ENTRIES_MAX; exported += EXPORT_BATCH) {
    const entries = await listAuditLog(sql, companyId, { ...filter, before }, EXPORT_BATCH);
    yield entries.map((entry) => renderCsvLine(cellsOf(entry), delimiter)).join('');
    before = entries.at(-1)?.id;
    if (entries.length < EXPORT_BATCH) return;
  }
}

function cellsOf({ at, actor, action, subject, details, address }: AuditEntry): string[] {
  return [at.toISOString(), actor, action, subject, JSON.stringify(details), address];
}
