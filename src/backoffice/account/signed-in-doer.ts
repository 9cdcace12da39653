import type { Doer } from '../../store/people/audit-log.ts';

/** Somebody at the dashboard who changes their own account. */
export interface SignedInDoer extends Doer {
  readonly userId: string;
  /** The one session that such changes leave open. */
  readonly sessionId: string;
}
