import { InvalidArgumentError } from 'commander';
import type { Moment } from '../backoffice/moment.ts';

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const AGO_MS_MAX = 3660 * 86_400_000;

/** For an option that counts something. */
export function wholeNumberUpTo(max: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > max) throw new InvalidArgumentError(`Give a whole number from 1 to ${max}.`);
    return count;
  };
}

/** For an option that names a moment: a duration ago, a day, or a time of day. */
export function readMoment(text: string): Moment {
  const moment = readAgo(text) ?? readInstant(text);
  if (moment === undefined) {
    throw new InvalidArgumentError(
      'Give a duration back from now such as 30m, 2h or 3d, a day such as 2026-11-02, ' +
        'or a time with its zone such as 2026-11-02T12:00:00Z.',
    );
  }
  return moment;
}

function readAgo(text: string): Moment | undefined {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const agoMs = Number(amount) * (UNITS_MS[unit] ?? Number.NaN);
  return agoMs <= AGO_MS_MAX ? { kind: 'ago', agoMs } : undefined;
}

/** Days that do not exist and times without a zone are refused, which `Date` would guess at. */
function readInstant(text: string): Moment | undefined {
  const [, isDay] = /^[12]\d{3}-\d\d-\d\d($|T)/.exec(text) ?? [];
  if (isDay === undefined) return undefined;
  try {
    const { epochMilliseconds } = Temporal.Instant.from(isDay === '' ? `${text}T00:00Z` : text);
    return { kind: 'at', at: new Date(epochMilliseconds) };
  } catch {
    return undefined;
  }
}
