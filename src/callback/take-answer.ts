import type { KeyedRequest } from '../store/alerts/idempotency-keys.ts';
import type { Sql } from '../store/connect.ts';
import { shareRuns } from '../store/share-runs.ts';
import { type Answer, answerAlerts, soleOutcome } from './answer-alerts.ts';
import { answerOnce, type KeyedOutcome } from './answer-once.ts';

const SHARING_LIMITS = { itemsMax: 200, waitingMax: 5000, runsMax: 4 };

/** Takes one answer, as the API and the legacy alias do; those that arrive together share a transaction. */
export type TakeAnswer = (answer: Answer, keyed: KeyedRequest | undefined) => Promise<KeyedOutcome>;

export function createTakeAnswer(
  sql: Sql,
  followUpWindowMs: number,
  /** Called after the commit of an answer that was accepted. */
  onAccepted: (answer: Answer) => void,
): TakeAnswer {
  const answerTogether = shareRuns(
    (answers: readonly Answer[]) => answerAlerts(sql, answers, followUpWindowMs),
    SHARING_LIMITS,
  );
  async function take(answer: Answer, keyed: KeyedRequest | undefined): Promise<KeyedOutcome> {
    if (keyed !== undefined) return answerOnce(sql, keyed, answer, followUpWindowMs);
    return { ...soleOutcome(await answerTogether([answer])), replayed: false };
  }
  return async (answer, keyed) => {
    const outcome = await take(answer, keyed);
    if (outcome.kind === 'accepted') onAccepted(answer);
    return outcome;
  };
}
