import { maskCardNumbers } from './card-number.ts';

/**
 * Text from outside as it may be stored: PostgreSQL holds neither a NUL nor half of a surrogate pair, and we must not hold a
 * card number. The NULs go first, because one between two digits would hide a number from the mask.
 */
export function keepText(text: string, lengthMax: number): string {
  return maskCardNumbers(text.replaceAll('\0', '')).slice(0, lengthMax).toWellFormed();
}
