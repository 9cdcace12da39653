import { type AnswerStatus, isAnswerStatus } from '../../rules/alert.ts';
import { isJsonObject } from '../../rules/json-object.ts';

const ALERTS_REMEMBERED_MAX = 10_000;

interface OutcomeResult {
  readonly alert_id: string;
  readonly result: 'success' | 'failure';
  readonly recoverable: boolean;
  readonly message: string;
}

/** What the simulated provider A was told, so that it accepts a repeat and refuses a change of mind. */
export class OutcomeMemory {
  readonly #outcomes = new Map<string, AnswerStatus>();

  take(given: unknown): OutcomeResult {
    const { alertId, outcome } = readOutcome(given);
    if (outcome === undefined) return failure(alertId, 'Unknown outcome');
    const before = this.#outcomes.get(alertId);
    if (before === outcome) return success(alertId, 'Already answered');
    if (before !== undefined && isFinal(before)) return failure(alertId, `Already answered with ${before}`);
    this.#remember(alertId, outcome);
    return success(alertId, 'Outcome recorded');
  }

  /** As the real one does when it has its own reasons; nothing is remembered. */
  refuse(given: unknown): OutcomeResult {
    return failure(readOutcome(given).alertId, 'Refused by the simulated provider, as configured');
  }

  #remember(alertId: string, outcome: AnswerStatus): void {
    this.#outcomes.set(alertId, outcome);
    const [oldest] = this.#outcomes.keys();
    if (this.#outcomes.size > ALERTS_REMEMBERED_MAX && oldest !== undefined) this.#outcomes.delete(oldest);
  }
}

function readOutcome(given: unknown): { alertId: string; outcome: AnswerStatus | undefined } {
  const { alert_id: alertId, outcome } = isJsonObject(given) ? given : {};
  return {
    alertId: String(alertId),
    outcome: typeof alertId === 'string' && isAnswerStatus(outcome) ? outcome : undefined,
  };
}

/** `other` may still become another answer (D14). */
function isFinal(outcome: AnswerStatus): boolean {
  return outcome !== 'other';
}

function success(alertId: string, message: string): OutcomeResult {
  return { alert_id: alertId, result: 'success', recoverable: false, message };
}

function failure(alertId: string, message: string): OutcomeResult {
  return { alert_id: alertId, result: 'failure', recoverable: false, message };
}
