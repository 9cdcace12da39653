const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const NOW_MS = 15 * MINUTE_MS;
const URGENT_MS = 2 * HOUR_MS;
const SOON_MS = 6 * HOUR_MS;

/** How pressing an answer is; it is never said by colour alone. */
export type Urgency = 'calm' | 'soon' | 'urgent' | 'now' | 'passed';

export function urgencyOf(leftMs: number): Urgency {
  if (leftMs <= 0) return 'passed';
  if (leftMs < NOW_MS) return 'now';
  if (leftMs < URGENT_MS) return 'urgent';
  return leftMs < SOON_MS ? 'soon' : 'calm';
}

/**
 * The time left as a countdown shows it: by the minute, in the last quarter of an hour by the second. It is never nothing
 * while the service still takes an answer.
 */
export function shownTimeLeft(leftMs: number): number {
  if (leftMs <= 0) return 0;
  const step = leftMs < NOW_MS ? SECOND_MS : MINUTE_MS;
  return Math.max(1, Math.floor(leftMs / step) * step);
}

/** 5 d 3 h, 5 h 02 min, 48 min, 14:32. The same in every language that we speak. */
export function writeTimeLeft(leftMs: number): string {
  if (leftMs < NOW_MS) {
    const seconds = Math.max(0, Math.floor(leftMs / SECOND_MS));
    return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
  }
  const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
  if (leftMs < HOUR_MS) return `${minutes} min`;
  if (leftMs < DAY_MS) return `${Math.floor(leftMs / HOUR_MS)} h ${twoDigits(minutes)} min`;
  return `${Math.floor(leftMs / DAY_MS)} d ${Math.floor((leftMs % DAY_MS) / HOUR_MS)} h`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
