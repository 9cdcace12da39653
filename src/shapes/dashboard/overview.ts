/** Money of several currencies is never added up. */
interface MoneyShape {
  readonly currency: string;
  readonly amount: string;
}

export interface DueShape {
  readonly within_hours: number;
  readonly alerts: number;
  readonly amounts: readonly MoneyShape[];
}

export interface OverviewShape {
  /** Provider A alerts that wait for an answer: due within 2, 6 and 24 hours, each including the one before. */
  readonly due: readonly DueShape[];
  /** Of the provider A alerts received in the period whose window is over or that are answered. */
  readonly answered: {
    readonly in_time: number;
    readonly expired: number;
    /** Null when there was none. */
    readonly ratio: number | null;
    readonly median_response_seconds: number | null;
  };
  /** A day in UTC, oldest first, without gaps. */
  readonly days: readonly {
    readonly day: string;
    readonly received_a: number;
    readonly received_b: number;
    readonly notfound: number;
    readonly account_suspended: number;
    readonly other: number;
    readonly expired: number;
  }[];
  /** How long answers to provider A took, in hours of the 24: index 0 is the first hour; the last also holds slower ones. */
  readonly response_hours: readonly number[];
  readonly response_window_hours: number;
  readonly webhooks: {
    readonly endpoints: number;
    readonly paused: number;
    readonly delivered_24h: number;
    readonly failed_24h: number;
    readonly waiting: number;
    readonly median_latency_ms: number | null;
  };
  readonly forwards: {
    readonly queued: number;
    readonly refused_24h: number;
    readonly too_late_24h: number;
  };
  /** What a new company has done so far; all true once it is set up. */
  readonly setup: {
    readonly has_enrollment: boolean;
    readonly has_credentials: boolean;
    readonly has_endpoint: boolean;
    readonly has_delivery: boolean;
    readonly has_alert: boolean;
  };
  readonly server_time: string;
}
