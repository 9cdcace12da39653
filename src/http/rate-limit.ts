const WINDOW_MS = 60_000;

export type RateDecision =
  | { readonly kind: 'pass' }
  | { readonly kind: 'wait'; readonly retryAfterSeconds: number };

/**
 * Counts requests of each credential in windows of a minute (D28). Only credentials that were verified get here, so
 * the table cannot be filled from outside.
 */
export function createRateLimit(requestsPerMinute: number, nowMs: () => number = () => performance.now()) {
  const windows = new Map<string, { startedAtMs: number; requests: number }>();
  return (clientId: string): RateDecision => {
    if (requestsPerMinute === 0) return { kind: 'pass' };
    const now = nowMs();
    const window = windows.get(clientId);
    if (window === undefined || now - window.startedAtMs >= WINDOW_MS) {
      windows.set(clientId, { startedAtMs: now, requests: 1 });
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
