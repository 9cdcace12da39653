import { ALERT_STATUSES, ANSWER_STATUSES } from '../rules/alert.ts';
import { PROVIDER_FACTS, PROVIDERS } from '../rules/provider.ts';
import { type AnswerableAlert, answerWindowEnd, decideStatusChange } from '../rules/status-change.ts';
import type { VerdictCase } from '../store/bulk/check-bulk-rows.ts';

/**
 * What the one rule says in every case there is, so that many rows can be checked by one statement that decides nothing
 * itself: it only finds out which case a row is.
 */
export function listVerdictCases(followUpWindowMs: number): VerdictCase[] {
  return PROVIDERS.flatMap((provider) =>
    ALERT_STATUSES.flatMap((status) =>
      ANSWER_STATUSES.flatMap((requested) =>
        [false, true].map((isLate): VerdictCase => {
          const alert: AnswerableAlert = {
            provider,
            status,
            receivedAt: new Date(0),
            expiresAt: new Date(1),
          };
          const windowEnd = answerWindowEnd(alert, followUpWindowMs).getTime();
          const now = new Date(isLate ? windowEnd : windowEnd - 1);
          const decision = decideStatusChange(alert, requested, now, followUpWindowMs);
          return {
            provider,
            status,
            requested,
            isLate,
            hasDeadline: PROVIDER_FACTS[provider].answerHasDeadline,
            verdict: decision.kind === 'accept' ? 'will_apply' : decision.refusal,
          };
        }),
      ),
    ),
  );
}
