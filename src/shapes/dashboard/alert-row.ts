import type { Alert, AnswerStatus } from '../../rules/alert.ts';
import { type AnswerCircumstances, answerOptions } from '../../rules/answer-options.ts';
import { shapeAlert } from '../alert.ts';
import type { AlertRowShape } from './alerts.ts';

/** An alert with all that its row shows. */
export interface AlertWithContext {
  readonly alert: Alert;
  readonly merchantName: string;
  readonly held: { readonly status: AnswerStatus; readonly applyAt: Date } | null;
}

export function shapeAlertRow(
  { alert, merchantName, held }: AlertWithContext,
  circumstances: AnswerCircumstances,
): AlertRowShape {
  const { allowedNext, lockedReason, answerBy } = answerOptions(alert, circumstances);
  return {
    ...shapeAlert(alert),
    merchant_name: merchantName,
    allowed_next: allowedNext,
    locked_reason: lockedReason,
    answer_by: answerBy?.toISOString() ?? null,
    held: held && { status: held.status, until: held.applyAt.toISOString() },
  };
}
