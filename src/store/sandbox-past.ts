import type { Actor } from '../rules/actor.ts';
import type { Alert, AlertStatus, AnswerStatus } from '../rules/alert.ts';
import type { Queryable, Sql } from './connect.ts';
import { wasTaken } from './outbox/delivery-state.ts';
import { transact } from './transact.ts';

/** An alert that the sandbox pretends to have received some time ago, with all that became of it since. */
export interface PastAlert {
  readonly alert: Alert;
  readonly changes: readonly {
    readonly from: AlertStatus;
    readonly to: AlertStatus;
    readonly at: Date;
    readonly actor: Actor;
  }[];
  /** What provider A heard and said. */
  readonly forward: {
    readonly outcome: AnswerStatus;
    readonly answeredAt: Date;
    readonly state: 'accepted' | 'refused';
    readonly providerMessage: string;
    readonly settledAt: Date;
  } | null;
  /** Oldest first; the last one decides whether the webhook was delivered or given up. */
  readonly attempts: readonly {
    readonly at: Date;
    readonly status: number | null;
    readonly error: string | null;
    readonly durationMs: number;
    readonly response: string | null;
  }[];
}

/** Writes an invented past in one transaction. For the sandbox alone: nothing here goes out or is asked of anybody. */
export async function insertSandboxPast(
  sql: Sql,
  { companyId, endpointId, past }: SandboxPast,
): Promise<void> {
  await transact(sql, async (transaction) => {
    await insertAlerts(transaction, companyId, past);
    await insertChanges(transaction, companyId, past);
    await insertForwards(transaction, companyId, past);
    await insertDeliveries(transaction, companyId, endpointId, past);
  });
}

export interface SandboxPast {
  readonly companyId: string;
  readonly endpointId: string;
  readonly past: readonly PastAlert[];
}

async function insertAlerts(sql: Queryable, companyId: string, past: readonly PastAlert[]): Promise<void> {
  const alerts = past.map(({ alert }) => pastAlertRecord(alert));
  await sql`
    with alert as materialized (
      select * from jsonb_populate_recordset(null::alerts, ${sql.json(alerts)}) where company_id = ${companyId}
    ), receipt as (
      insert into alert_receipts (provider, provider_alert_id, alert_id, received_at)
      select provider, provider_alert_id, id, received_at from alert
    )
    insert into alerts select * from alert order by received_at, id`;
}

async function insertChanges(sql: Queryable, companyId: string, past: readonly PastAlert[]): Promise<void> {
  await sql`
    insert into alert_history (company_id, alert_id, changed_at, from_status, to_status, actor_kind, actor)
    select ${companyId}, alert_id, changed_at, from_status, to_status, actor_kind, actor
    from jsonb_to_recordset(${sql.json(past.flatMap(changeRecords))}) as c(
      alert_id uuid, changed_at timestamptz, from_status text, to_status text, actor_kind text, actor text)
    order by changed_at`;
}

async function insertForwards(sql: Queryable, companyId: string, past: readonly PastAlert[]): Promise<void> {
  await sql`
    insert into forwards (company_id, alert_id, outcome, answered_at, give_up_at, state, attempts,
      last_attempt_at, provider_message, settled_at)
    select ${companyId}, alert_id, outcome, answered_at, give_up_at, state, 1, settled_at, provider_message,
      settled_at
    from jsonb_to_recordset(${sql.json(past.flatMap(forwardRecords))}) as f(
      alert_id uuid, outcome text, answered_at timestamptz, give_up_at timestamptz, state text,
      provider_message text, settled_at timestamptz)
    order by answered_at`;
}

async function insertDeliveries(
  sql: Queryable,
  companyId: string,
  endpointId: string,
  past: readonly PastAlert[],
): Promise<void> {
  await sql`
    with attempt as materialized (
      select * from jsonb_to_recordset(${sql.json(past.flatMap(attemptRecords))}) as a(
        alert_id uuid, attempt int, attempted_at timestamptz, status int, error text, duration_ms int,
        response text, received_at timestamptz)
    ), logged as (
      insert into webhook_attempts (attempted_at, company_id, alert_id, endpoint_id, attempt, status, error,
        duration_ms, response)
      select attempted_at, ${companyId}, alert_id, ${endpointId}, attempt, status, error, duration_ms, response
      from attempt
    )
    insert into webhook_deliveries (company_id, alert_id, endpoint_id, created_at, delivered_at, failed_at,
      last_attempt_at, attempts, last_status, last_error)
    select distinct on (alert_id) ${companyId}, alert_id, ${endpointId}::uuid, received_at,
      case when ${wasTaken(sql, sql`status`)} then attempted_at end,
      case when ${wasTaken(sql, sql`status`)} then null else attempted_at end,
      attempted_at, attempt, status, error
    from attempt
    order by alert_id, attempt desc`;
}

/** Who answered in that past: the company's application and its people. */
export async function listPastActors(sql: Queryable, companyId: string): Promise<readonly Actor[]> {
  return sql<Actor[]>`
    select 'credential' as kind, client_id as reference from credentials where company_id = ${companyId}
    union all
    select 'user', id::text from users where company_id = ${companyId}`;
}

function pastAlertRecord(alert: Alert) {
  return {
    id: alert.id,
    company_id: alert.companyId,
    merchant_id: alert.merchantId,
    merchant_enrollment_id: alert.merchantEnrollmentId,
    received_at: alert.receivedAt.toISOString(),
    expires_at: alert.expiresAt.toISOString(),
    created_at: alert.createdAt.toISOString(),
    updated_at: alert.updatedAt.toISOString(),
    transaction_date: alert.transactionDate,
    installment_number: alert.installmentNumber,
    installment_count: alert.installmentCount,
    provider: alert.provider,
    provider_alert_id: alert.providerAlertId,
    amount: alert.amount,
    currency: alert.currency,
    card_last4: alert.cardLast4,
    card_bin: alert.cardBin,
    descriptor: alert.descriptor,
    arn: alert.arn,
    caid: alert.caid,
    auth_code: alert.authCode,
    alert_type: alert.alertType,
    reason_code: alert.reasonCode,
    issuer: alert.issuer,
    status: alert.status,
  };
}

function changeRecords({ alert, changes }: PastAlert) {
  return changes.map(({ from, to, at, actor }) => ({
    alert_id: alert.id,
    changed_at: at.toISOString(),
    from_status: from,
    to_status: to,
    actor_kind: actor.kind,
    actor: actor.reference,
  }));
}

function forwardRecords({ alert, forward }: PastAlert) {
  if (forward === null) return [];
  return [
    {
      alert_id: alert.id,
      outcome: forward.outcome,
      answered_at: forward.answeredAt.toISOString(),
      give_up_at: alert.expiresAt.toISOString(),
      state: forward.state,
      provider_message: forward.providerMessage,
      settled_at: forward.settledAt.toISOString(),
    },
  ];
}

function attemptRecords({ alert, attempts }: PastAlert) {
  return attempts.map(({ at, status, error, durationMs, response }, position) => ({
    alert_id: alert.id,
    attempt: position + 1,
    attempted_at: at.toISOString(),
    status,
    error,
    duration_ms: durationMs,
    response,
    received_at: alert.receivedAt.toISOString(),
  }));
}
