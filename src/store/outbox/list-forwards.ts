import type postgres from 'postgres';
import type { AnswerStatus } from '../../rules/alert.ts';
import { PROVIDER_A_LANE } from '../../rules/lane.ts';
import type { ForwardState } from '../../rules/outcomes.ts';
import type { Queryable } from '../connect.ts';

/** What provider A was to hear of an alert, and what it said. */
export interface ForwardReceipt {
  readonly forwardId: string;
  readonly companyId: string;
  readonly alertId: string;
  readonly providerAlertId: string;
  readonly outcome: AnswerStatus;
  readonly state: ForwardState;
  readonly providerMessage: string | null;
  readonly attempts: number;
  readonly answeredAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly settledAt: Date | null;
  readonly giveUpAt: Date;
}

export interface ForwardFilter {
  /** Undefined for the operator, who sees what went wrong in all companies at once. */
  readonly companyId?: string | undefined;
  readonly state?: ForwardState | undefined;
  readonly rowsMax: number;
}

/** Receipts, those that should alarm somebody first, then the newest. Operator-wide unless a company is named. */
export async function listForwardReceipts(
  sql: Queryable,
  filter: ForwardFilter,
): Promise<readonly ForwardReceipt[]> {
  return sql<ForwardReceipt[]>`
    with picked as (
      (${pickNewest(sql, sql`f.state in ('refused', 'too_late')`, filter)})
      union all
      (${pickNewest(sql, sql`f.state not in ('refused', 'too_late')`, filter)})
    )
    select f.forward_id, f.company_id, f.alert_id, a.provider_alert_id, f.outcome, f.state, f.provider_message,
      f.attempts, f.answered_at, f.last_attempt_at, j.due_at as next_attempt_at, f.settled_at, f.give_up_at
    from picked f
    join alerts a on a.company_id = f.company_id and a.id = f.alert_id
    left join outbox_jobs j
      on j.company_id = f.company_id and j.alert_id = f.alert_id and j.forward_id = f.forward_id
    order by f.state in ('refused', 'too_late') desc, f.forward_id desc
    limit ${filter.rowsMax}`;
}

/** Each part apart, so that it ends after `rowsMax` rows of an index instead of sorting all there are. */
function pickNewest(
  sql: Queryable,
  part: postgres.Fragment,
  { companyId, state, rowsMax }: ForwardFilter,
): postgres.Fragment {
  return sql`
    select f.* from forwards f
    where ${part}
      ${companyId === undefined ? sql`` : sql`and f.company_id = ${companyId}`}
      ${state === undefined ? sql`` : sql`and f.state = ${state}`}
      ${state === 'queued' ? stillHasJob(sql) : sql``}
    order by f.forward_id desc
    limit ${rowsMax}`;
}

/** Says nothing new, but leads to the few that wait without a look at all that do not. */
function stillHasJob(sql: Queryable): postgres.Fragment {
  return sql`and f.forward_id in (select j.forward_id from outbox_jobs j where j.lane = ${PROVIDER_A_LANE})`;
}
