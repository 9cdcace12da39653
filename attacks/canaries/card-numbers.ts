import * as fc from 'fast-check';
import { luhnNumber } from '../../test/support/card-numbers.ts';

/** Card numbers that nothing could hold by chance, the same for the same seed. */
export function inventCardNumbers(seed: number, count: number): string[] {
  const middles = fc.stringMatching(/^\d{11}$/);
  return fc.sample(middles, { seed, numRuns: count }).map((digits) => luhnNumber(16, `4539${digits}`));
}

/** As cards print it. */
export function inGroups(cardNumber: string, separator: string): string {
  return cardNumber.replaceAll(/(.{4})(?=.)/g, `$1${separator}`);
}
