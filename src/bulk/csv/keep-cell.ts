import { maskCardNumbers } from '../../rules/card-number.ts';
import { CELL_LENGTH_MAX } from './limits.ts';

/** What is stored of a text in the file. */
export function keepCell(text: string): string {
  return shortenCell(maskCardNumbers(text));
}

/** Cutting between the halves of a character would leave what no database takes. */
export function shortenCell(text: string): string {
  return text.length > CELL_LENGTH_MAX ? text.slice(0, CELL_LENGTH_MAX).toWellFormed() : text;
}
