import type { AlertRow } from '../../rules/alert.ts';
import { type AnswerCircumstances, answerOptions } from '../../rules/answer-options.ts';
import { shapeAlert } from '../alert.ts';
import type { AlertRowShape } from './alerts.ts';

export function shapeAlertRow(
  { alert, merchantName, held }: AlertRow,
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
