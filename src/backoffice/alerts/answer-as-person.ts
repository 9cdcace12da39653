import { answerWithin, soleOutcome } from '../../callback/answer-alerts.ts';
import { RefusalError } from '../../http/refusal-error.ts';
import type { AnswerStatus } from '../../rules/alert.ts';
import { decideHold } from '../../rules/hold-answer.ts';
import { decideStatusChange } from '../../rules/status-change.ts';
import { holdAnswer, isAnswerHeld } from '../../store/alerts/held-answers.ts';
import { lockAlerts } from '../../store/alerts/lock-alerts.ts';
import { findBlockedCompanies } from '../../store/companies/companies.ts';
import type { Queryable, Sql } from '../../store/connect.ts';
import { readDatabaseClock } from '../../store/read-database-clock.ts';
import { transact } from '../../store/transact.ts';

export interface PersonsAnswer {
  readonly companyId: string;
  readonly alertId: string;
  readonly status: AnswerStatus;
  readonly userId: string;
}

/**
 * A person's answer to one alert: what is final waits some seconds for a change of mind, everything else is applied at
 * once. Refused in the API's order and words (D8); then, what waits already must be taken back first.
 */
export async function answerAsPerson(
  sql: Sql,
  answer: PersonsAnswer,
  followUpWindowMs: number,
): Promise<'applied' | 'held'> {
  return transact(sql, async (transaction) => {
    const { alert, now } = await lockAnswerable(transaction, answer);
    const decision = decideStatusChange(alert, answer.status, now, followUpWindowMs);
    if (decision.kind === 'refuse') throw new RefusalError(decision.refusal);
    if (await isAnswerHeld(transaction, answer)) throw new RefusalError('out_of_step');
    const hold = decideHold(alert, answer.status, now, followUpWindowMs);
    switch (hold.kind) {
      case 'hold':
        await holdAnswer(transaction, { ...answer, applyAt: hold.applyAt });
        return 'held';
      case 'apply':
        await applyNow(transaction, answer, followUpWindowMs);
        return 'applied';
    }
  });
}

/** Lock, then clock, as every answer does. */
async function lockAnswerable(transaction: Queryable, answer: PersonsAnswer) {
  const [[alert], blocked, now] = await Promise.all([
    lockAlerts(transaction, [answer]),
    findBlockedCompanies(transaction, [answer.companyId]),
    readDatabaseClock(transaction),
  ]);
  if (blocked.size > 0) throw new RefusalError('company_blocked');
  if (alert === undefined) throw new RefusalError('alert_not_found');
  return { alert, now };
}

async function applyNow(
  transaction: Queryable,
  { companyId, alertId, status, userId }: PersonsAnswer,
  followUpWindowMs: number,
): Promise<void> {
  const actor = { kind: 'user', reference: userId } as const;
  const answers = [{ companyId, alertId, status, actor }];
  const outcome = soleOutcome(await answerWithin(transaction, answers, followUpWindowMs));
  if (outcome.kind === 'refused') throw new RefusalError(outcome.refusal);
}
