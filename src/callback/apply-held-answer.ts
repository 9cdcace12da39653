import { type HeldAnswer, removeDueHeldAnswer } from '../store/alerts/held-answers.ts';
import type { AlertKey } from '../store/alerts/lock-alerts.ts';
import type { Sql } from '../store/connect.ts';
import { recordDeed } from '../store/people/audit-log.ts';
import { transact } from '../store/transact.ts';
import { type AnswerOutcome, answerWithin, soleOutcome } from './answer-alerts.ts';

export interface AppliedHeldAnswer {
  readonly held: HeldAnswer;
  readonly outcome: AnswerOutcome;
}

/**
 * Carries out an answer whose time for a change of mind is over. That it no longer waits and that it is given are one
 * transaction. What is refused by now, because somebody else answered or the company was blocked meanwhile, goes away
 * too and leaves a row in the audit log. Undefined when it is not due, or another process or person has it.
 */
export async function applyHeldAnswer(
  sql: Sql,
  key: AlertKey,
  followUpWindowMs: number,
): Promise<AppliedHeldAnswer | undefined> {
  return transact(sql, async (transaction) => {
    const held = await removeDueHeldAnswer(transaction, key);
    if (held === undefined) return undefined;
    const { companyId, alertId, status, userId, userEmail } = held;
    const answer = { companyId, alertId, status, actor: { kind: 'user', reference: userId } } as const;
    const outcome = soleOutcome(await answerWithin(transaction, [answer], followUpWindowMs));
    if (outcome.kind === 'refused') {
      const doer = { userId, email: userEmail, companyId, address: '' };
      const details = { status, refusal: outcome.refusal };
      await recordDeed(transaction, doer, { action: 'answer.refused', subject: alertId, details });
    }
    return { held, outcome };
  });
}
