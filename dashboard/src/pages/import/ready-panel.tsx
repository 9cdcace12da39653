import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import type { BulkUpdateShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PanelBar } from './panel-bar.tsx';
import { useRunStep, useStopReason } from './use-run.ts';

export function ReadyPanel({ run }: { readonly run: BulkUpdateShape }): ReactNode {
  const {
    imports: { run: texts },
  } = useMessages();
  const [isAsking, setIsAsking] = useState(false);
  const disabledReason = useDisabledReason('run_bulk_updates');
  const stopReason = useStopReason();
  const discard = useRunStep(run.id, 'cancel');
  const isEmpty = run.rows_to_apply === 0;
  return (
    <PanelBar
      icon={isEmpty ? 'warning' : 'eye'}
      tone={isEmpty ? 'warning' : 'info'}
      title={isEmpty ? texts.nothingToApply : texts.readyTitle}
      text={isEmpty ? texts.nothingToApplyText : texts.readyText}
      actions={
        <>
          <Button disabledReason={stopReason} busy={discard.isPending} onClick={() => discard.mutate()}>
            {texts.discard}
          </Button>
          {!isEmpty && (
            <Button variant="primary" disabledReason={disabledReason} onClick={() => setIsAsking(true)}>
              {texts.apply(run.rows_to_apply)}
            </Button>
          )}
        </>
      }
    >
      {discard.error && <ErrorNotice error={discard.error} />}
      {isAsking && <ConfirmApply run={run} onClose={() => setIsAsking(false)} />}
    </PanelBar>
  );
}

interface ConfirmApplyProps {
  readonly run: BulkUpdateShape;
  readonly onClose: () => void;
}

function ConfirmApply({ run, onClose }: ConfirmApplyProps): ReactNode {
  const {
    imports: { run: texts },
  } = useMessages();
  const start = useRunStep(run.id, 'start');
  return (
    <ConfirmDialog
      open
      title={texts.confirmTitle(run.rows_to_apply)}
      confirmLabel={texts.apply(run.rows_to_apply)}
      busy={start.isPending}
      error={start.error}
      onClose={onClose}
      onConfirm={() => start.mutate(undefined, { onSuccess: onClose })}
    >
      <p>{texts.confirmText}</p>
      <p className="text-sm text-muted">{texts.confirmUrgent}</p>
    </ConfirmDialog>
  );
}
