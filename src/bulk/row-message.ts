import { ANSWER_STATUSES } from '../rules/alert.ts';
import type { RowVerdict } from '../rules/bulk-update.ts';
import { type Refusal, REFUSALS } from '../rules/refusals.ts';

/** The refusals of the API that a verdict or a result stands for. */
const REFUSED_AS: ReadonlyMap<string, Refusal> = new Map<string, Refusal>([
  ['not_found', 'alert_not_found'],
  ['alert_not_found', 'alert_not_found'],
  ['alert_expired', 'alert_expired'],
  ['deadline_passed', 'deadline_passed'],
  ['already_definitive', 'already_definitive'],
  ['company_blocked', 'company_blocked'],
]);

/** The API's exact words; null where the API would not have refused, or in words of its own for each value. */
export function refusalMessage(verdictOrResult: string): string | null {
  const refusal = REFUSED_AS.get(verdictOrResult);
  return refusal === undefined ? null : REFUSALS[refusal].message;
}

/** The same for one row, whose value is known. */
export function rowMessage(row: {
  readonly verdict: RowVerdict;
  readonly result: string | null;
  readonly status: string;
}): string | null {
  if (row.verdict === 'invalid_status') {
    return `status must be one of ${ANSWER_STATUSES.join(', ')}; received ${JSON.stringify(row.status)}`;
  }
  return refusalMessage(row.result ?? row.verdict);
}
