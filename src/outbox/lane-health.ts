/** How a target behaves and how much it is given because of that. Pure: time comes in, a new state comes out. */
export interface LaneHealth {
  /** Exchanges at once; grows with success, shrinks with failure. */
  readonly limit: number;
  readonly hasSucceeded: boolean;
  /** The latest exchanges, oldest first: true where it failed. */
  readonly recentFailures: readonly boolean[];
  readonly transportFailuresInARow: number;
  readonly breaker:
    | { readonly state: 'closed' }
    | { readonly state: 'open'; readonly probeAtMs: number; readonly probePauseMs: number };
  /** The target itself asked for quiet until then (Retry-After). */
  readonly quietUntilMs: number;
  /** Smoothed time of an exchange. */
  readonly typicalMs: number;
}

export interface ExchangeReport {
  /** `failure`: it answered, but not with success. `transport_failure`: it did not answer. `none`: it was not asked. */
  readonly kind: 'success' | 'failure' | 'transport_failure' | 'none';
  readonly durationMs: number;
  readonly quietForMs?: number | undefined;
}

export const EXCHANGES_AT_ONCE_MAX = 16;
const EXCHANGES_AT_FIRST = 4;
const RECENT_MAX = 20;
const TRANSPORT_FAILURES_TO_OPEN = 5;
const FAILURE_SHARE_TO_OPEN = 0.7;
const FAILURE_SHARE_EXCHANGES_MIN = 10;
const PROBE_PAUSE_MS_MIN = 2000;
const PROBE_PAUSE_MS_MAX = 30_000;
const SMOOTHING = 0.2;
export const SLOW_FROM_MS = 2000;

export const NEW_LANE: LaneHealth = {
  limit: EXCHANGES_AT_FIRST,
  hasSucceeded: false,
  recentFailures: [],
  transportFailuresInARow: 0,
  breaker: { state: 'closed' },
  quietUntilMs: 0,
  typicalMs: 0,
};

export function noteExchange(health: LaneHealth, report: ExchangeReport, nowMs: number): LaneHealth {
  if (report.kind === 'none') return health;
  const noted = {
    ...health,
    typicalMs: health.typicalMs + SMOOTHING * (report.durationMs - health.typicalMs),
    quietUntilMs:
      report.quietForMs === undefined
        ? health.quietUntilMs
        : Math.max(health.quietUntilMs, nowMs + report.quietForMs),
  };
  return report.kind === 'success' ? noteSuccess(noted) : noteFailure(noted, report.kind, nowMs);
}

/** A probe that succeeds closes the breaker; the limit then climbs from one, so that recovery is gentle. */
function noteSuccess(health: LaneHealth): LaneHealth {
  if (health.breaker.state === 'open') {
    return {
      ...health,
      limit: 1,
      hasSucceeded: true,
      recentFailures: [],
      transportFailuresInARow: 0,
      breaker: { state: 'closed' },
    };
  }
  return {
    ...health,
    hasSucceeded: true,
    limit: Math.min(EXCHANGES_AT_ONCE_MAX, health.limit + Math.min(1, EXCHANGES_AT_FIRST / health.limit)),
    recentFailures: remember(health.recentFailures, false),
    transportFailuresInARow: 0,
  };
}

function noteFailure(health: LaneHealth, kind: 'failure' | 'transport_failure', nowMs: number): LaneHealth {
  const noted = {
    ...health,
    limit: Math.max(1, health.limit / 2),
    recentFailures: remember(health.recentFailures, true),
    transportFailuresInARow: kind === 'transport_failure' ? health.transportFailuresInARow + 1 : 0,
  };
  if (health.breaker.state === 'open') {
    // Before its time it was no probe but an exchange that was under way when the breaker opened.
    if (nowMs < health.breaker.probeAtMs) return noted;
    const probePauseMs = Math.min(health.breaker.probePauseMs * 2, PROBE_PAUSE_MS_MAX);
    return { ...noted, breaker: { state: 'open', probeAtMs: nowMs + probePauseMs, probePauseMs } };
  }
  return shouldOpen(noted)
    ? {
        ...noted,
        breaker: { state: 'open', probeAtMs: nowMs + PROBE_PAUSE_MS_MIN, probePauseMs: PROBE_PAUSE_MS_MIN },
      }
    : noted;
}

function shouldOpen({ transportFailuresInARow, recentFailures }: LaneHealth): boolean {
  if (transportFailuresInARow >= TRANSPORT_FAILURES_TO_OPEN) return true;
  const failures = recentFailures.filter(Boolean).length;
  return (
    recentFailures.length >= FAILURE_SHARE_EXCHANGES_MIN &&
    failures >= FAILURE_SHARE_TO_OPEN * recentFailures.length
  );
}

function remember(recent: readonly boolean[], failed: boolean): readonly boolean[] {
  // One more success after nothing but successes: what most exchanges are, and then there is nothing new to remember.
  if (!failed && recent.length === RECENT_MAX && !recent.includes(true)) return recent;
  return [...recent.slice(1 - RECENT_MAX), failed];
}

/** How many more exchanges may start now. While the breaker is open: one probe when its time has come. */
export function exchangesAllowed(health: LaneHealth, underWay: number, nowMs: number): number {
  if (nowMs < health.quietUntilMs) return 0;
  if (health.breaker.state === 'open') {
    return underWay === 0 && nowMs >= health.breaker.probeAtMs ? 1 : 0;
  }
  return Math.max(0, Math.floor(health.limit) - underWay);
}
