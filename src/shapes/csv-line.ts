/** Without it spreadsheets take UTF-8 for something older. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets would run what begins like a formula; an apostrophe before it makes it text. */
const LIKE_A_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /["\r\n\t,;]/;

export type CsvDelimiter = ',' | ';';

export const CSV_LOCALES = ['en', 'pt-BR'] as const;
export type CsvLocale = (typeof CSV_LOCALES)[number];

/** How spreadsheets of each language read numbers and columns. */
export const CSV_CONVENTIONS = {
  en: { delimiter: ',', decimalPoint: '.' },
  'pt-BR': { delimiter: ';', decimalPoint: ',' },
} as const satisfies Record<CsvLocale, { delimiter: CsvDelimiter; decimalPoint: string }>;

export function renderCsvLine(cells: readonly string[], delimiter: CsvDelimiter): string {
  return `${cells.map(renderCell).join(delimiter)}\r\n`;
}

function renderCell(cell: string): string {
  const safe = LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
