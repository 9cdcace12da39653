import type { AnswerStatus } from '../../rules/alert.ts';
import type { Queryable } from '../connect.ts';
import type { AlertKey } from './lock-alerts.ts';

/** A person's final answer that waits for a change of mind. */
export interface HeldAnswer extends AlertKey {
  readonly status: AnswerStatus;
  readonly userId: string;
}

/** The caller holds the alert's lock, and so nobody else can hold an answer to it in this moment. */
export async function holdAnswer(
  sql: Queryable,
  held: HeldAnswer & { readonly applyAt: Date },
): Promise<void> {
  await sql`
    insert into held_answers (company_id, alert_id, status, user_id, apply_at)
    values (${held.companyId}, ${held.alertId}, ${held.status}, ${held.userId}, ${held.applyAt})`;
}

/** One that is just being applied or taken back still counts: which of the two it was is known a moment later. */
export async function isAnswerHeld(sql: Queryable, { companyId, alertId }: AlertKey): Promise<boolean> {
  const rows = await sql`
    select 1 from held_answers where company_id = ${companyId} and alert_id = ${alertId}`;
  return rows.length > 0;
}

/**
 * Ends the waiting and returns what waited; undefined when nothing waits. Whoever removes the row decides
 * what becomes of the answer, so of applying and taking back exactly one happens.
 */
export async function removeHeldAnswer(
  sql: Queryable,
  { companyId, alertId }: AlertKey,
): Promise<HeldAnswer | undefined> {
  const [held] = await sql<HeldAnswer[]>`
    delete from held_answers where company_id = ${companyId} and alert_id = ${alertId}
    returning company_id, alert_id, status, user_id`;
  return held;
}

/** The same for one that is due; it passes over what another process is applying or a person taking back. */
export async function removeDueHeldAnswer(
  sql: Queryable,
  { companyId, alertId }: AlertKey,
): Promise<(HeldAnswer & { readonly userEmail: string }) | undefined> {
  const [held] = await sql<(HeldAnswer & { userEmail: string })[]>`
    with due as materialized (
      select company_id, alert_id from held_answers
      where company_id = ${companyId} and alert_id = ${alertId} and apply_at <= clock_timestamp()
      for update skip locked
    )
    delete from held_answers h using due, users u
    where h.company_id = due.company_id and h.alert_id = due.alert_id and u.id = h.user_id
    returning h.company_id, h.alert_id, h.status, h.user_id, u.email as user_email`;
  return held;
}

export interface DueHeldAnswers {
  readonly due: readonly AlertKey[];
  /** Until the nearest one is due on the database's clock: 0 when more are due than were read; undefined when none waits. */
  readonly nextDueInMs: number | undefined;
}

/** What is to be applied now, the longest due first, and when to look again. */
export async function findDueHeldAnswers(sql: Queryable, answersMax: number): Promise<DueHeldAnswers> {
  const rows = await sql<(AlertKey & { dueInMs: number })[]>`
    select company_id, alert_id, extract(epoch from apply_at - (select clock_timestamp()))::float8 * 1000 as due_in_ms
    from held_answers
    order by apply_at
    limit ${answersMax}`;
  return {
    due: rows.filter(({ dueInMs }) => dueInMs <= 0),
    nextDueInMs:
      rows.find(({ dueInMs }) => dueInMs > 0)?.dueInMs ?? (rows.length < answersMax ? undefined : 0),
  };
}
