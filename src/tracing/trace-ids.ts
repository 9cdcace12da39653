import { hash } from 'node:crypto';

const SPAN_ID_LENGTH = 16;
/** The last 52 bits of an id are random and fit a number. */
const RANDOM_DIGITS = 13;
const RANDOM_MAX = 2 ** (RANDOM_DIGITS * 4);

/** The trace of an alert is its id, so every process knows it and nothing is stored. */
export function traceIdOf(alertId: string): string {
  return alertId.replaceAll('-', '').toLowerCase();
}

/** A span is found again by what it is about: whoever forwards an answer names the span of that answer. */
export function spanIdOf(alertId: string, ...what: readonly (string | number)[]): string {
  return hash('sha256', [alertId.toLowerCase(), ...what].join(' ')).slice(0, SPAN_ID_LENGTH);
}

/** The same decision in every process, for every span of an alert. */
export function isSampled(alertId: string, ratio: number): boolean {
  return Number.parseInt(alertId.replaceAll('-', '').slice(-RANDOM_DIGITS), 16) < ratio * RANDOM_MAX;
}

/** W3C Trace Context, for whoever takes part in the trace. */
export function traceparentOf(alertId: string, spanId: string): string {
  return `00-${traceIdOf(alertId)}-${spanId}-01`;
}
