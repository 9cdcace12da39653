import { passesLuhnCheck } from '../../src/rules/card-number.ts';

/** A number of this many digits that passes the Luhn check, beginning with the given digits. */
export function luhnNumber(length: number, begin = '4012'): string {
  const digits = begin.padEnd(length - 1, '0').slice(0, length - 1);
  const last = [...'0123456789'].find((digit) => passesLuhnCheck(digits + digit));
  return digits + String(last);
}
