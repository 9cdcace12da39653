import type { TakeTurn } from '../http/queue.ts';
import type { AlertSearch } from '../rules/alert-search.ts';
import { CSV_BYTE_ORDER_MARK, CSV_CONVENTIONS, type CsvLocale, renderCsvLine } from '../shapes/csv-line.ts';
import { type AlertRow, listAlertRowsAfter } from '../store/alert-rows.ts';
import { readDatabaseClock } from '../store/clock.ts';
import type { Queryable } from '../store/connect.ts';

export const EXPORT_ROWS_MAX = 1_000_000;
const ROWS_PER_BATCH = 1000;

const COLUMNS = [
  'id',
  'provider',
  'provider_alert_id',
  'status',
  'received_at',
  'expires_at',
  'updated_at',
  'amount',
  'currency',
  'merchant',
  'descriptor',
  'card_bin',
  'card_last4',
  'transaction_date',
  'alert_type',
  'reason_code',
  'issuer',
  'auth_code',
  'arn',
  'caid',
  'installment_number',
  'installment_count',
] as const;

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
  let lines = CSV_BYTE_ORDER_MARK + renderCsvLine(COLUMNS, delimiter);
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
  return COLUMNS.map((_name, position) =>
    position === 0 ? NOT_ALL[locale](rows.toLocaleString(locale)) : '',
  );
}

function cellsOf({ alert, merchantName }: AlertRow, decimalPoint: string): string[] {
  return [
    alert.id,
    alert.provider,
    alert.providerAlertId,
    alert.status,
    alert.receivedAt.toISOString(),
    alert.expiresAt.toISOString(),
    alert.updatedAt.toISOString(),
    alert.amount.replace('.', decimalPoint),
    alert.currency,
    merchantName,
    alert.descriptor,
    alert.cardBin,
    alert.cardLast4,
    alert.transactionDate,
    alert.alertType,
    alert.reasonCode,
    alert.issuer,
    alert.authCode,
    alert.arn ?? '',
    alert.caid ?? '',
    String(alert.installmentNumber ?? ''),
    String(alert.installmentCount ?? ''),
  ];
}
