import type { AlertView } from '../../rules/alert-search.ts';
import type { Sql } from '../../store/connect.ts';
import { countAlerts, countWholeViews } from '../../store/tallies/count-alerts.ts';
import type { RememberCostly } from './remember-costly.ts';

export interface CountViewsParts {
  readonly sql: Sql;
  readonly rememberCostly: RememberCostly;
}

/**
 * How many alerts each view has. What needs an answer is counted each time, by its own small index; the others
 * reach back to the first alert, and for a company with very many may be some seconds old.
 */
export async function countViews(
  { sql, rememberCostly }: CountViewsParts,
  companyId: string,
  now: Date,
): Promise<Readonly<Record<AlertView, number>>> {
  const needsAnswer = await countAlerts(sql, companyId, { view: 'needs_answer' }, now);
  const whole = await rememberCostly(`views ${companyId}`, () => countWholeViews(sql, companyId, now));
  return {
    needs_answer: needsAnswer,
    answered: whole.answered,
    expired: whole.expired,
    auto_refunded: whole.autoRefunded,
    all: whole.all,
  };
}
