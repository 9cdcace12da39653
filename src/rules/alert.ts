import type { Provider } from './provider.ts';

export const ALERT_STATUSES = ['pending', 'notfound', 'account_suspended', 'other', 'expired'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** What a company may send; `pending` and `expired` are set by the service alone. */
export const ANSWER_STATUSES = ['notfound', 'account_suspended', 'other'] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

/** What the provider tells about a transaction, after it was read, checked and masked. */
export interface AlertFacts {
  readonly provider: Provider;
  readonly providerAlertId: string;
  /** Decimal digits exactly as sent, so that no cent is lost to floating point (D16). */
  readonly amount: string;
  readonly currency: string;
  readonly cardLast4: string;
  readonly cardBin: string;
  /** A day, YYYY-MM-DD. */
  readonly transactionDate: string;
  readonly descriptor: string;
  readonly arn: string | null;
  readonly caid: string | null;
  readonly authCode: string;
  readonly alertType: string;
  readonly reasonCode: string;
  readonly issuer: string;
  readonly installmentNumber: number | null;
  readonly installmentCount: number | null;
}

/** What never changes of an alert once it is received: the provider's facts, whose it is, and its times. */
export interface ReceivedAlert<Moment = Date> extends AlertFacts {
  readonly id: string;
  readonly companyId: string;
  readonly merchantId: string;
  readonly merchantEnrollmentId: string;
  readonly receivedAt: Moment;
  readonly expiresAt: Moment;
  readonly createdAt: Moment;
}

/** The same with its moments as clients see them: `2026-11-02T12:00:00.000Z`. */
export type ToldAlert = ReceivedAlert<string>;

/** An alert as it is stored: as it was received, and its status. */
export interface Alert<Moment = Date> extends ReceivedAlert<Moment> {
  readonly status: AlertStatus;
  readonly updatedAt: Moment;
}

/** An alert with what people see beside it. */
export interface AlertRow {
  readonly alert: Alert;
  readonly merchantName: string;
  /** A final answer that can still be taken back. */
  readonly held: { readonly status: AnswerStatus; readonly applyAt: Date } | null;
}

export function isAnswerStatus(value: unknown): value is AnswerStatus {
  return (ANSWER_STATUSES as readonly unknown[]).includes(value);
}
