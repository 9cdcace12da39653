import type { AlertStatus, AnswerStatus } from '../../src/rules/alert.ts';
import type { Provider } from '../../src/rules/provider.ts';
import { DAY_MS } from './time.ts';

/** What the model knows of an alert: where it stands, how old it is, and every step it took. */
export interface ModelAlert {
  readonly id: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly provider: Provider;
  status: AlertStatus;
  ageMs: number;
  updatedAt: string;
  readonly steps: { readonly from: AlertStatus; readonly to: AlertStatus; readonly by: string }[];
}

export interface ModelAnswer {
  readonly status: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The alerts of one company, as the specification says they behave; written apart from the service's own rules. */
export class StatusModel {
  readonly alerts: ModelAlert[] = [];
  readonly answered = new Map<
    string,
    { readonly request: string; readonly text: string; readonly status: number }
  >();
  isBlocked = false;

  receive(id: string, message: Record<string, unknown>, provider: Provider, receivedAt: string): ModelAlert {
    const alert: ModelAlert = {
      id,
      message,
      provider,
      status: 'pending',
      ageMs: 0,
      updatedAt: receivedAt,
      steps: [],
    };
    this.alerts.push(alert);
    return alert;
  }

  /** What the company must hear when it answers now. */
  expectAnswer(alert: ModelAlert | undefined, requested: AnswerStatus): ModelAnswer {
    if (this.isBlocked) return refusal(403, 'COMPANY_BLOCKED', 'Company is blocked');
    if (alert === undefined) return refusal(404, 'ALERT_NOT_FOUND', 'Alert not found');
    const message = alert.provider === 'provider_a_alerts' ? refusalOfProviderA(alert, requested) : undefined;
    return message === undefined ? { status: 200 } : refusal(422, 'ALERT_INVALID_STATUS', message);
  }

  change(alert: ModelAlert, to: AlertStatus, by: string, updatedAt: string): void {
    alert.steps.push({ from: alert.status, to, by });
    alert.status = to;
    alert.updatedAt = updatedAt;
  }

  /** Provider A alerts that nobody answered within 24 h. */
  due(): ModelAlert[] {
    return this.alerts.filter(
      ({ provider, status, ageMs }) =>
        provider === 'provider_a_alerts' && status === 'pending' && ageMs >= DAY_MS,
    );
  }

  countByStatus(status: AlertStatus): number {
    return this.alerts.filter((alert) => alert.status === status).length;
  }

  /** What provider A must hear of an alert, in this order. */
  expectForwards({ provider, steps }: ModelAlert): string[] {
    return provider === 'provider_a_alerts' ? steps.map(({ to }) => to).filter((to) => to !== 'expired') : [];
  }
}

/** The rows of the specification's table, as text, for provider A (rows 1 to 8, D10 and D12). */
function refusalOfProviderA({ status, ageMs }: ModelAlert, requested: AnswerStatus): string | undefined {
  const definitive = 'Alert already has a definitive status';
  const late = 'Response deadline has passed';
  if (status === 'expired') return 'Alert has expired';
  if (status === 'notfound' || status === 'account_suspended') return definitive;
  if (status === 'pending') return ageMs < DAY_MS ? undefined : late;
  if (ageMs >= 6 * DAY_MS) return late;
  return requested === 'account_suspended' ? undefined : definitive;
}

function refusal(status: number, code: string, message: string): ModelAnswer {
  return { status, error: { code, message } };
}
