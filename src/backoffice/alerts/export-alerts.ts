import type { TakeTurn } from '../../http/queue.ts';
import type { AlertSearch } from '../../rules/alert-search.ts';
import type { AlertRow } from '../../rules/alert.ts';
import {
  CSV_BYTE_ORDER_MARK,
  CSV_CONVENTIONS,
  type CsvLocale,
  renderCsvLine,
} from '../../shapes/csv-line.ts';
import { listAlertRowsAfter } from '../../store/alerts/alert-rows.ts';
import type { Queryable } from '../../store/connect.ts';
import { readDatabaseClock } from '../../store/read-database-clock.ts';

export const EXPORT_ROWS_MAX = 1_000_000;
const ROWS_PER_BATCH = 1000;

type Cell = string | number | null;

/** What stands in each column, in the order of the file. */
const COLUMNS: Readonly<Record<string, (row: AlertRow, decimalPoint: string) => Cell>> = {
  id: ({ alert }) => alert.id,
  provider: ({ alert }) => alert.provider,
  provider_alert_id: ({ alert }) => alert.providerAlertId,
  status: ({ alert }) => alert.status,
  received_at: ({ alert }) => alert.receivedAt.toISOString(),
  expires_at: ({ alert }) => alert.expiresAt.toISOString(),
  updated_at: ({ alert }) => alert.updatedAt.toISOString(),
  amount: ({ alert }, decimalPoint) => alert.amount.replace('.', decimalPoint),
  currency: ({ alert }) => alert.currency,
  merchant: ({ merchantName }) => merchantName,
  descriptor: ({ alert }) => alert.descriptor,
  card_bin: ({ alert }) => alert.cardBin,
  card_last4: ({ alert }) => alert.cardLast4,
  transaction_date: ({ alert }) => alert.transactionDate,
  alert_type: ({ alert }) => alert.alertType,
  reason_code: ({ alert }) => alert.reasonCode,
  issuer: ({ alert }) => alert.issuer,
  auth_code: ({ alert }) => alert.authCode,
  arn: ({ alert }) => alert.arn,
  caid: ({ alert }) => alert.caid,
  installment_number: ({ alert }) => alert.installmentNumber,
  installment_count: ({ alert }) => alert.installmentCount,
};
const NAMES = Object.keys(COLUMNS);
const READ_CELLS = Object.values(COLUMNS);

export interface WantedExport {
  readonly search: AlertSearch;
  readonly locale: CsvLocale;
  readonly rowsMax?: number | undefined;
  /** Lets each batch wait until it may read. */
  readonly takeTurn?: TakeTurn | undefined;
}

/** The alerts of a search as CSV text, batch after batch, so that only one batch is ever in memory. A file that has to end early says so. */
export async function* exportAlerts(
  sql: Queryable,
  companyId: string,
  { search, locale, rowsMax = EXPORT_ROWS_MAX, takeTurn = (read) => read() }: WantedExport,
): AsyncGenerator<string, void> {
  const now = await readDatabaseClock(sql);
  const { delimiter, decimalPoint } = CSV_CONVENTIONS[locale];
  let lines = CSV_BYTE_ORDER_MARK + renderCsvLine(NAMES, delimiter);
  let after: AlertRow['alert'] | undefined;
  for (let rowsLeft = rowsMax; rowsLeft > 0; rowsLeft -= ROWS_PER_BATCH) {
    const limit = Math.min(ROWS_PER_BATCH, rowsLeft);
    const batch = { now, after, limit };
    const rows = await takeTurn(() => listAlertRowsAfter(sql, companyId, search, batch));
    yield lines + rows.map((row) => renderCsvLine(cellsOf(row, decimalPoint), delimiter)).join('');
    if (rows.length < limit) return;
    lines = '';
    after = rows.at(-1)?.alert;
  }
  const [more] = await takeTurn(() => listAlertRowsAfter(sql, companyId, search, { now, after, limit: 1 }));
  if (more !== undefined) yield renderCsvLine(cellsOfEnd(rowsMax, locale), delimiter);
}

const NOT_ALL: Readonly<Record<CsvLocale, (rows: string) => string>> = {
  en: (rows) => `Only the first ${rows} alerts are in this file. Narrow the filter to get the others.`,
  'pt-BR': (rows) =>
    `Este arquivo contém só os primeiros ${rows} alertas. Refine o filtro para obter os demais.`,
};

/** Nobody must mistake a part for the whole. */
function cellsOfEnd(rows: number, locale: CsvLocale): string[] {
  return NAMES.map((_name, position) => (position === 0 ? NOT_ALL[locale](rows.toLocaleString(locale)) : ''));
}

function cellsOf(row: AlertRow, decimalPoint: string): string[] {
  return READ_CELLS.map((readCell) => String(readCell(row, decimalPoint) ?? ''));
}
