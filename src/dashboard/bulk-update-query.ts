import { type Static, Type } from 'typebox';
import { SELECTION_MAX } from '../bulk/limits.ts';
import { pageFields } from '../http/alert-filters.ts';
import { RefusalError } from '../http/refusal-error.ts';
import { compileObjectReader, ERROR_TEXT, type ReadResult, STORABLE_TEXT } from '../http/validation.ts';
import { ANSWER_STATUSES } from '../rules/alert.ts';
import { BULK_SOURCES, ROW_VERDICTS } from '../rules/bulk-update.ts';
import type { BulkSourceShape } from '../shapes/dashboard/bulk-updates.ts';
import { OneOf } from '../shapes/schema.ts';
import { AlertFilterQuery, pickFilter } from './alert-query.ts';
import { CsvLocaleField } from './fields.ts';

export const PER_PAGE_DEFAULT = 50;
const FILE_NAME_LENGTH_MAX = 200;
const SOURCE_TEXT = 'source must be a selection of alerts or a filter';

export const NewBulkUpdateBody = Type.Object({
  status: OneOf(ANSWER_STATUSES, {
    [ERROR_TEXT]: `status must be one of ${ANSWER_STATUSES.join(', ')}; received {received}`,
  }),
  source: Type.Unsafe<unknown>({ type: 'object', [ERROR_TEXT]: SOURCE_TEXT }),
});
export type NewBulkUpdateBody = Static<typeof NewBulkUpdateBody>;

const readSelection = compileObjectReader(
  Type.Object({
    kind: Type.Literal('selection'),
    alert_ids: Type.Array(Type.String({ maxLength: 36, pattern: STORABLE_TEXT }), {
      minItems: 1,
      maxItems: SELECTION_MAX,
      [ERROR_TEXT]: `alert_ids must be 1 to ${SELECTION_MAX} ids`,
    }),
  }),
);
const readFilterSource = compileObjectReader(
  Type.Object({
    kind: Type.Literal('filter'),
    filter: Type.Unsafe<unknown>({ type: 'object', [ERROR_TEXT]: 'filter must be an object' }),
  }),
);
const readFilter = compileObjectReader(AlertFilterQuery);

/** Which alerts are meant, read with the list's own words for what does not fit. */
export function readSource(given: unknown): BulkSourceShape {
  const kind = typeof given === 'object' && given !== null && 'kind' in given ? given.kind : undefined;
  if (kind === 'selection') return orRefuse(readSelection(given));
  if (kind !== 'filter') throw new RefusalError('invalid_input', { message: SOURCE_TEXT });
  const { filter } = orRefuse(readFilterSource(given));
  return { kind, filter: pickFilter(orRefuse(readFilter(filter))) };
}

function orRefuse<Value>(read: ReadResult<Value>): Value {
  if (read.kind === 'fits') return read.value;
  throw new RefusalError('invalid_input', { message: read.problem });
}

export const CsvUploadQuery = Type.Object({
  file_name: Type.Optional(
    Type.String({
      maxLength: FILE_NAME_LENGTH_MAX,
      pattern: '^[^\\u0000-\\u001f]*$',
      [ERROR_TEXT]: `file_name must be up to ${FILE_NAME_LENGTH_MAX} characters`,
    }),
  ),
});
export type CsvUploadQuery = Static<typeof CsvUploadQuery>;

export const BulkUpdatePageQuery = Type.Object({
  source: Type.Optional(
    OneOf(BULK_SOURCES, { [ERROR_TEXT]: `source must be one of ${BULK_SOURCES.join(', ')}` }),
  ),
  ...pageFields(PER_PAGE_DEFAULT),
});
export type BulkUpdatePageQuery = Static<typeof BulkUpdatePageQuery>;

export const BulkRowPageQuery = Type.Object({
  verdict: Type.Optional(
    OneOf(ROW_VERDICTS, { [ERROR_TEXT]: `verdict must be one of ${ROW_VERDICTS.join(', ')}` }),
  ),
  result: Type.Optional(
    Type.String({
      pattern: '^[a-z_]{1,40}$',
      [ERROR_TEXT]: 'result must be applied, refused, waiting or the name of a refusal',
    }),
  ),
  ...pageFields(PER_PAGE_DEFAULT),
});
export type BulkRowPageQuery = Static<typeof BulkRowPageQuery>;

export const CsvLocaleQuery = Type.Object({ locale: CsvLocaleField });
export type CsvLocaleQuery = Static<typeof CsvLocaleQuery>;
