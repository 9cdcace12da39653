import {
  CSV_BYTE_ORDER_MARK,
  CSV_CONVENTIONS,
  type CsvLocale,
  renderCsvLine,
} from '../../shapes/csv-line.ts';
import { type BulkUpdateRow, readBulkRowsAfter } from '../../store/bulk/bulk-update-rows.ts';
import type { BulkUpdate } from '../../store/bulk/bulk-updates.ts';
import type { Queryable } from '../../store/connect.ts';
import { ROWS_PER_CHECK } from '../limits.ts';
import { readRequest } from '../read-request.ts';
import { refusalMessage } from '../row-message.ts';
import { RESULT_TEXTS } from './result-texts.ts';

/** The lines as they were given, each with its result, piece by piece. */
export async function* writeResult(
  sql: Queryable,
  update: BulkUpdate,
  locale: CsvLocale,
): AsyncGenerator<string> {
  const { delimiter } = CSV_CONVENTIONS[locale];
  const { columns, cellsOf } = chooseColumns(update);
  const { resultColumn, messageColumn } = RESULT_TEXTS[locale];
  yield CSV_BYTE_ORDER_MARK + renderCsvLine([...columns, resultColumn, messageColumn], delimiter);
  for (let line = 0, isLast = false; !isLast;) {
    const rows = await readBulkRowsAfter(sql, update, line, ROWS_PER_CHECK);
    line = rows.at(-1)?.line ?? line;
    isLast = rows.length < ROWS_PER_CHECK;
    yield rows
      .map((row) => renderCsvLine([...cellsOf(row), ...describe(row, update, locale)], delimiter))
      .join('');
  }
}

/** An empty file to fill in, with two lines that show how. */
export function writeTemplate(locale: CsvLocale): string {
  const lines = [
    ['alert', 'status'],
    ['A7K2QX90', 'notfound'],
    ['8a6e0804-2bd0-4672-b79d-d97027f9071a', 'account_suspended'],
  ];
  const { delimiter } = CSV_CONVENTIONS[locale];
  return CSV_BYTE_ORDER_MARK + lines.map((cells) => renderCsvLine(cells, delimiter)).join('');
}

interface Columns {
  readonly columns: readonly string[];
  readonly cellsOf: (row: BulkUpdateRow) => readonly string[];
}

/** A result that is uploaded again and answered again does not grow: its last two columns are replaced. */
function chooseColumns(update: BulkUpdate): Columns {
  const { layout } = readRequest(update);
  if (layout === undefined) {
    return {
      columns: ['alert', 'provider_alert_id', 'status'],
      cellsOf: ({ alertId, reference, status }) => [alertId ?? reference, reference, status],
    };
  }
  const ownColumns = new Set(
    Object.values(RESULT_TEXTS).flatMap(({ resultColumn, messageColumn }) => [resultColumn, messageColumn]),
  );
  const kept = [...layout.columns.keys()].filter(
    (at) => !ownColumns.has(layout.columns[at]?.toLowerCase() ?? ''),
  );
  return {
    columns: kept.map((at) => layout.columns[at] ?? ''),
    cellsOf: ({ cells }) => kept.map((at) => cells?.[at] ?? ''),
  };
}

/** The result and what it means. */
function describe(
  { verdict, result }: BulkUpdateRow,
  { state }: BulkUpdate,
  locale: CsvLocale,
): readonly [string, string] {
  const texts = RESULT_TEXTS[locale];
  if (result === 'applied') return [result, texts.applied];
  const outcome = result ?? verdict;
  const words = refusalMessage(outcome);
  if (words !== null) return [outcome, words];
  if (verdict === 'will_apply' && state === 'cancelled') return ['not_run', texts.notRun];
  return [outcome, isOwnVerdict(verdict, texts.verdicts) ? texts.verdicts[verdict] : ''];
}

function isOwnVerdict<Own extends string>(
  verdict: string,
  own: Readonly<Record<Own, string>>,
): verdict is Own {
  return Object.hasOwn(own, verdict);
}
