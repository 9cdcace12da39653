const WINDOW_MS = 60_000;

export type RateDecision =
  | { readonly kind: 'pass' }
  | { readonly kind: 'wait'; readonly retryAfterSeconds: number };

/**
 * Counts requests of each credential, or of each person, in windows of a minute (D28). Only those who were verified get
 * here, so the table cannot be filled from outside.
 */
export function createRateLimit(requestsPerMinute: number, nowMs: () => number = () => performance.now()) {
  const windows = new Map<string, { startedAtMs: number; requests: number }>();
  return (caller: string): RateDecision => {
    if (requestsPerMinute === 0) return { kind: 'pass' };
    const now = nowMs();
    const window = windows.get(caller);
    if (window === undefined || now - window.startedAtMs >= WINDOW_MS) {
      windows.set(caller, { startedAtMs: now, requests: 1 });
      return { kind: 'pass' };
    }
    window.requests += 1;
    if (window.requests <= requestsPerMinute) return { kind: 'pass' };
    return {
      kind: 'wait',
      retryAfterSeconds: Math.max(1, Math.ceil((window.startedAtMs + WINDOW_MS - now) / 1000)),
    };
  };
}
