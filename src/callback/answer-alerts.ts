import type { Actor } from '../rules/actor.ts';
import type { AnswerStatus } from '../rules/alert.ts';
import type { Refusal } from '../rules/refusals.ts';
import { answerWindowEnd, decideStatusChange } from '../rules/status-change.ts';
import { type LockedAlert, lockAlerts } from '../store/alerts/lock-alerts.ts';
import { type AcceptedAnswer, recordAnswers } from '../store/alerts/record-answers.ts';
import { findBlockedCompanies } from '../store/companies/companies.ts';
import type { Queryable, Sql } from '../store/connect.ts';
import { readDatabaseClock } from '../store/read-database-clock.ts';
import { transact } from '../store/transact.ts';

export interface Answer {
  readonly companyId: string;
  readonly alertId: string;
  readonly status: AnswerStatus;
  readonly actor: Actor;
}

export type AnswerOutcome =
  | {
      readonly kind: 'accepted';
      readonly id: string;
      readonly status: AnswerStatus;
      readonly updatedAt: Date;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The outcome of an answer that was given alone. */
export function soleOutcome([outcome]: readonly AnswerOutcome[]): AnswerOutcome {
  if (outcome === undefined) throw new Error('An answer had no outcome');
  return outcome;
}

/** The one way to change a status: for one API call, for calls that arrive together, for bulk and CSV. */
export async function answerAlerts(
  sql: Sql,
  answers: readonly Answer[],
  followUpWindowMs: number,
): Promise<AnswerOutcome[]> {
  return transact(sql, async (transaction) => answerWithin(transaction, answers, followUpWindowMs));
}

/**
 * Lock, then clock, then decide, then write. The three reads go out together but run one after the other, so the clock
 * is read when every lock is held: an answer that waited for a lock past its deadline is late, and is refused as such.
 * Who is blocked is read after the wait too.
 */
export async function answerWithin(
  transaction: Queryable,
  answers: readonly Answer[],
  followUpWindowMs: number,
): Promise<AnswerOutcome[]> {
  const [alerts, blocked, now] = await Promise.all([
    lockAlerts(transaction, answers),
    findBlockedCompanies(transaction, [...new Set(answers.map(({ companyId }) => companyId))]),
    readDatabaseClock(transaction),
  ]);
  const decided = decideAll(answers, { blocked, alerts, now, followUpWindowMs });
  await recordAnswers(transaction, decided.accepted, now);
  return decided.outcomes;
}

interface Circumstances {
  readonly blocked: ReadonlySet<string>;
  readonly alerts: readonly LockedAlert[];
  readonly now: Date;
  readonly followUpWindowMs: number;
}

/** Decides in order, so that a second answer to the same alert in one set meets the state the first one left. */
function decideAll(
  answers: readonly Answer[],
  { blocked, alerts, now, followUpWindowMs }: Circumstances,
): { outcomes: AnswerOutcome[]; accepted: AcceptedAnswer[] } {
  const current = new Map(alerts.map((alert) => [alertKey(alert.companyId, alert.id), alert]));
  const accepted: AcceptedAnswer[] = [];
  const outcomes = answers.map((answer): AnswerOutcome => {
    if (blocked.has(answer.companyId)) return { kind: 'refused', refusal: 'company_blocked' };
    const key = alertKey(answer.companyId, answer.alertId);
    const alert = current.get(key);
    if (alert === undefined) return { kind: 'refused', refusal: 'alert_not_found' };
    const decision = decideStatusChange(alert, answer.status, now, followUpWindowMs);
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    accepted.push({
      companyId: alert.companyId,
      alertId: alert.id,
      fromStatus: alert.status,
      toStatus: decision.status,
      actor: answer.actor,
      forwardUntil: decision.forward ? answerWindowEnd(alert, followUpWindowMs) : null,
    });
    current.set(key, { ...alert, status: decision.status });
    return { kind: 'accepted', id: alert.id, status: decision.status, updatedAt: now };
  });
  return { outcomes, accepted };
}

function alertKey(companyId: string, alertId: string): string {
  return `${companyId} ${alertId.toLowerCase()}`;
}
