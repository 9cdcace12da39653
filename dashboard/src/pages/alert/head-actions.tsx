import type { ReactNode } from 'react';
import { useTakeBack } from '../../answering/use-answer.ts';
import { useLockedText } from '../../answering/use-locked-text.ts';
import { useServerValue } from '../../api/server-clock.ts';
import { useDisabledReason } from '../../api/session.ts';
import type { AlertRowShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { useResend } from './use-resend.ts';

interface HeadActionsProps {
  readonly alert: AlertRowShape;
  readonly onAnswer: () => void;
}

export function HeadActions({ alert, onAnswer }: HeadActionsProps): ReactNode {
  const messages = useMessages();
  const resend = useResend(alert.id);
  const takeBack = useTakeBack();
  const lockedText = useLockedText();
  const forbidden = useDisabledReason('answer_alerts');
  const cannotResend = useDisabledReason('resend_deliveries');
  const { held } = alert;
  const isHeld = useServerValue((now) => held !== null && now < Date.parse(held.until));
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon="send"
        busy={resend.isPending}
        disabledReason={cannotResend}
        onClick={() => resend.mutate(undefined)}
      >
        {messages.alert.resend}
      </Button>
      {isHeld ? (
        <Button
          variant="primary"
          icon="undo"
          busy={takeBack.isPending}
          onClick={() => takeBack.mutate(alert.id)}
        >
          {messages.common.undo}
        </Button>
      ) : (
        <Button
          variant="primary"
          icon="pencil"
          disabledReason={
            forbidden ?? (alert.locked_reason === null ? undefined : lockedText(alert.locked_reason))
          }
          disabled={held !== null}
          onClick={onAnswer}
        >
          {messages.answering.setStatus}
        </Button>
      )}
    </div>
  );
}
