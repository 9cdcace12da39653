import { type ReactNode, useState } from 'react';
import type { BulkUpdateShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { PanelBar } from './panel-bar.tsx';
import { useRunStep, useStopReason } from './use-run.ts';

export function RunningPanel({ run }: { readonly run: BulkUpdateShape }): ReactNode {
  const {
    imports: { run: texts },
  } = useMessages();
  const format = useFormat();
  const [isAsking, setIsAsking] = useState(false);
  const disabledReason = useStopReason();
  const done = run.rows_applied + run.rows_refused;
  return (
    <PanelBar
      icon="play"
      tone="info"
      title={texts.running}
      text={texts.runningText}
      actions={
        run.can_cancel && (
          <Button icon="ban" disabledReason={disabledReason} onClick={() => setIsAsking(true)}>
            {texts.stop}
          </Button>
        )
      }
    >
      <ProgressBar label={texts.running} value={done} max={run.rows_to_apply} />
      <p className="text-sm text-muted tabular-nums">
        {texts.progress(format.number(done), format.number(run.rows_to_apply))}
      </p>
      {isAsking && <ConfirmStop run={run} onClose={() => setIsAsking(false)} />}
    </PanelBar>
  );
}

interface ConfirmStopProps {
  readonly run: BulkUpdateShape;
  readonly onClose: () => void;
}

function ConfirmStop({ run, onClose }: ConfirmStopProps): ReactNode {
  const {
    imports: { run: texts },
  } = useMessages();
  const stop = useRunStep(run.id, 'cancel');
  return (
    <ConfirmDialog
      open
      danger
      title={texts.stopTitle}
      confirmLabel={texts.stop}
      busy={stop.isPending}
      error={stop.error}
      onClose={onClose}
      onConfirm={() => stop.mutate(undefined, { onSuccess: onClose })}
    >
      <p>{texts.stopText}</p>
    </ConfirmDialog>
  );
}
