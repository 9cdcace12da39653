/** Without it spreadsheets take UTF-8 for something older. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets would run what begins like a formula; an apostrophe before it makes it text. */
const LIKE_A_FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /["\r\n\t,;]/;

export type CsvDelimiter = ',' | ';';

export function renderCsvLine(cells: readonly string[], delimiter: CsvDelimiter): string {
  return `${cells.map(renderCell).join(delimiter)}\r\n`;
}

function renderCell(cell: string): string {
  const safe = LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
