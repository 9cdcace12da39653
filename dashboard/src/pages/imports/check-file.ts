import type { Format } from '../../messages/format.ts';
import type { Messages } from '../../messages/load-messages.ts';

/** The service's own limits (D27); it has the last word, but the person need not wait for it. */
const FILE_BYTES_MAX = 25 * 1024 * 1024;
/** The same in the words of the documentation. */
export const FILE_SIZE_MAX = '25\u00a0MB';
export const ROWS_MAX = 250_000;
export const FILE_NAME_LENGTH_MAX = 200;

const WORKBOOK = /\.(xlsx?|xlsm|xlsb|ods|numbers)$/i;

/** Why a file need not even be sent; undefined when it may. */
export function checkFile(
  file: { readonly name: string; readonly size: number },
  texts: Messages['imports']['upload'],
  format: Format,
): string | undefined {
  if (WORKBOOK.test(file.name)) return texts.workbook;
  if (file.size === 0) return texts.empty;
  if (file.size > FILE_BYTES_MAX) return texts.tooLarge(format.bytes(file.size), FILE_SIZE_MAX);
  return undefined;
}
