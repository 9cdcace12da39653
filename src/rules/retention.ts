const DAY_MS = 86_400_000;
/** Who did what is kept a year at least, however short alerts are kept (PCI DSS 10.5.1). */
const AUDIT_DAYS_MIN = 365;
const ATTEMPTS_DAYS_MAX = 90;

/** What is deleted once it was kept long enough. */
export const OLD_KINDS = ['alerts', 'unrouted_alerts', 'audit_log', 'legacy_calls', 'invitations'] as const;
export type OldKind = (typeof OLD_KINDS)[number];

export interface RetentionTerms {
  readonly retentionDays: number;
  readonly responseWindowMs: number;
  readonly followUpWindowMs: number;
}

/** What happened at these moments or before has been kept long enough. */
export interface RetentionBorders {
  readonly alerts: Date;
  readonly audit: Date;
}

/** D29. However short the time is, an alert outlives the windows in which it may be answered. */
export function retentionBorders(now: Date, terms: RetentionTerms): RetentionBorders {
  const keptMs = terms.retentionDays * DAY_MS;
  const alertsKeptMs = Math.max(keptMs, terms.responseWindowMs, terms.followUpWindowMs);
  const auditKeptMs = Math.max(keptMs, AUDIT_DAYS_MIN * DAY_MS);
  return {
    alerts: new Date(now.getTime() - alertsKeptMs),
    audit: new Date(now.getTime() - auditKeptMs),
  };
}

/** D29: 90 days, and never longer than the alerts they are about. */
export function attemptsKeptDays({ retentionDays }: Pick<RetentionTerms, 'retentionDays'>): number {
  return Math.min(retentionDays, ATTEMPTS_DAYS_MAX);
}
