import { passesLuhnCheck } from '../../src/rules/card-number.ts';

export const DIGITS: readonly string[] = Array.from({ length: 10 }, (_, digit) => String(digit));

/** A number of this many digits that passes the Luhn check, beginning with the given digits. */
export function luhnNumber(length: number, begin = '4012'): string {
  const digits = begin.padEnd(length - 1, '0').slice(0, length - 1);
  const last = DIGITS.find((digit) => passesLuhnCheck(digits + digit));
  return digits + String(last);
}
