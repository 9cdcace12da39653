import type { AnswerStatus } from '../../src/rules/alert.ts';
import type { Provider } from '../../src/rules/provider.ts';
import type { IntakeResult } from '../../test/support/provider.ts';

/** An alert that a provider was told is stored. */
export interface KnownAlert {
  readonly id: string;
  readonly provider: Provider;
  readonly providerAlertId: string;
  /** What the company was told is accepted, in order. */
  readonly answers: AnswerStatus[];
}

/** What the world outside was told: the service owes all of it. */
export class Ledger {
  readonly alerts = new Map<string, KnownAlert>();
  /** Answers that break a promise by themselves. */
  readonly broken: string[] = [];
  /** Requests that had to be repeated: no answer came, or 503. */
  readonly failures: string[] = [];
  /** Answers by their HTTP status; `none` where the connection broke. */
  readonly answersByStatus = new Map<string, number>();
  /** When requests were taken, for the length of outages. */
  readonly takenAtMs: number[] = [];

  get requests(): number {
    return [...this.answersByStatus.values()].reduce((sum, count) => sum + count, 0);
  }

  note(status: number | 'none'): void {
    const name = String(status);
    this.answersByStatus.set(name, (this.answersByStatus.get(name) ?? 0) + 1);
    if (status === 200) this.takenAtMs.push(performance.now());
  }

  /** Returns the alert, or undefined when the provider was not told that it is stored. */
  take(provider: Provider, result: IntakeResult): KnownAlert | undefined {
    const { alert_id: providerAlertId, id } = result;
    const isTaken = result.result === 'accepted' || result.result === 'duplicate';
    if (!isTaken || providerAlertId === null || id === null) {
      this.broken.push(`intake said ${JSON.stringify(result)}`);
      return undefined;
    }
    const known = this.alerts.get(providerAlertId);
    if (known !== undefined && known.id !== id) this.broken.push(`${providerAlertId} has two ids`);
    const alert = known ?? { id, provider, providerAlertId, answers: [] };
    this.alerts.set(providerAlertId, alert);
    return alert;
  }

  /** The longest time without a single success between two moments. */
  longestSilenceMs(fromMs: number, toMs: number): number {
    const marks = [fromMs, ...this.takenAtMs.filter((atMs) => atMs >= fromMs && atMs <= toMs), toMs];
    return marks.reduce((longest, mark, index) => Math.max(longest, mark - (marks[index - 1] ?? mark)), 0);
  }
}
