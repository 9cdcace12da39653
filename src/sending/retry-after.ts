const RETRY_AFTER_MS_MAX = 3_600_000;

const SECONDS = /^\d+$/;

/** The three ways to write a date that RFC 9110 (5.6.7) asks a recipient to understand. */
const HTTP_DATES: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** How long a `Retry-After` header asks us to wait, up to 1 h (D24); undefined when it says nothing usable. */
export function readRetryAfterMs(value: string | undefined, now: Date): number | undefined {
  const given = value?.trim() ?? '';
  const waitMs = SECONDS.test(given) ? Number(given) * 1000 : readHttpDateMs(given) - now.getTime();
  return waitMs >= 0 ? Math.min(waitMs, RETRY_AFTER_MS_MAX) : undefined;
}

function readHttpDateMs(given: string): number {
  if (!HTTP_DATES.some((form) => form.test(given))) return Number.NaN;
  // The oldest form names no zone and always means GMT, where Date.parse would take the machine's own.
  return Date.parse(given.endsWith('GMT') ? given : `${given} GMT`);
}
