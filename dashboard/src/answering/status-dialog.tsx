import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useServerValue } from '../api/server-clock.ts';
import type { AlertRowShape, AnswerStatus } from '../api/shapes.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { REFUSALS } from '../../../src/rules/refusals.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { AnswerChoices } from './answer-choices.tsx';
import { Deadline } from './deadline.tsx';
import { standingOf } from './standing.ts';
import { useAnswer } from './use-answer.ts';
import { useLockedText } from './use-locked-text.ts';

/** With less time left than this, the service holds no answer back. */
const HOLD_MIN_MS = 5 * 60_000;

interface StatusDialogProps {
  readonly alert: AlertRowShape;
  readonly onClose: () => void;
}

export function StatusDialog({ alert, onClose }: StatusDialogProps): ReactNode {
  const { answering, common } = useMessages();
  const format = useFormat();
  const formId = useId();
  const answer = useAnswer();
  const lockedText = useLockedText();
  const [chosen, setChosen] = useState(alert.allowed_next.length === 1 ? alert.allowed_next[0] : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen && !answer.isPending) {
      answer.mutate({ alertId: alert.id, status: chosen }, { onSuccess: onClose });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={answering.setStatusOf(format.money(alert.amount, alert.currency))}
      description={<AlertLine alert={alert} />}
      locked={answer.isPending}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={answer.isPending} disabled={!chosen}>
            {answering.setStatus}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-3" onSubmit={submit}>
        <AnswerChoices
          value={chosen}
          onChange={setChosen}
          hasFinality={alert.provider === 'provider_a_alerts'}
          refusalOf={(status) => {
            const refusal = refusalOf(alert, status);
            return refusal && lockedText(refusal);
          }}
        />
        <WhatHappens alert={alert} status={chosen} />
        {answer.error && <ErrorNotice error={answer.error} />}
      </form>
    </Dialog>
  );
}

/** While something may still come next, what may not is refused as definitive; that is the only such case. */
function refusalOf(alert: AlertRowShape, status: AnswerStatus): string | undefined {
  if (alert.allowed_next.includes(status)) return undefined;
  return alert.locked_reason ?? REFUSALS.already_definitive.message;
}

function AlertLine({ alert }: { readonly alert: AlertRowShape }): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="tabular-nums">
        {alert.card_bin} ···· {alert.card_last4}
      </span>
      <span className="min-w-0 truncate">{alert.merchant_name}</span>
      <Deadline alert={alert} />
    </span>
  );
}

interface WhatHappensProps {
  readonly alert: AlertRowShape;
  readonly status: AnswerStatus | undefined;
}

function WhatHappens({ alert, status }: WhatHappensProps): ReactNode {
  const { answering } = useMessages();
  const standing = standingOf(alert);
  const end = alert.answer_by === null ? Number.POSITIVE_INFINITY : Date.parse(alert.answer_by);
  const isLastMinutes = useServerValue((now) => end - now < HOLD_MIN_MS);
  if (standing.kind === 'auto_refunded') return <Notice tone="info">{answering.optionalNote}</Notice>;
  if (isLastMinutes) return <Notice tone="warning">{answering.atOnce}</Notice>;
  if (status === undefined || status === 'other') return undefined;
  return <Notice tone="info">{answering.heldNote}</Notice>;
}
