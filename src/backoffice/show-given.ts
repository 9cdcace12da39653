import { maskCardNumbers } from '../rules/card-number.ts';

const SHOWN_LENGTH_MAX = 80;

/** What was given, as a message may repeat it: on one line, escaped where needed, and cut to a limit. */
export function showGiven(given: string): string {
  const masked = maskCardNumbers(given);
  const shown = masked.length > SHOWN_LENGTH_MAX ? `${masked.slice(0, SHOWN_LENGTH_MAX)}…` : masked;
  return JSON.stringify(shown);
}
