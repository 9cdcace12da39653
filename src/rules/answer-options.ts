import { ANSWER_STATUSES, type AnswerStatus } from './alert.ts';
import { PROVIDER_FACTS } from './provider.ts';
import { REFUSALS } from './refusals.ts';
import { type AnswerableAlert, answerWindowEnd, decideStatusChange } from './status-change.ts';

/** What may come next for an alert, so that a button that cannot work says so in the API's own words. */
export interface AnswerOptions {
  readonly allowedNext: readonly AnswerStatus[];
  /** Why nothing may come next; null while something may. */
  readonly lockedReason: string | null;
  /** Until when it may; null where there is no deadline or nothing may. */
  readonly answerBy: Date | null;
}

export interface AnswerCircumstances {
  /** The database's clock. */
  readonly now: Date;
  readonly followUpWindowMs: number;
  readonly isCompanyBlocked: boolean;
}

/** Asks the one rule for each status in turn; it decides nothing by itself. */
export function answerOptions(
  alert: AnswerableAlert,
  { now, followUpWindowMs, isCompanyBlocked }: AnswerCircumstances,
): AnswerOptions {
  if (isCompanyBlocked) return locked(REFUSALS.company_blocked.message);
  const decisions = ANSWER_STATUSES.map((status) => decideStatusChange(alert, status, now, followUpWindowMs));
  const allowedNext = ANSWER_STATUSES.filter((_, position) => decisions[position]?.kind === 'accept');
  const [first] = decisions;
  if (allowedNext.length === 0 && first?.kind === 'refuse') return locked(REFUSALS[first.refusal].message);
  const hasDeadline = PROVIDER_FACTS[alert.provider].answerHasDeadline;
  return {
    allowedNext,
    lockedReason: null,
    answerBy: hasDeadline ? answerWindowEnd(alert, followUpWindowMs) : null,
  };
}

function locked(lockedReason: string): AnswerOptions {
  return { allowedNext: [], lockedReason, answerBy: null };
}
