import type { ReactNode } from 'react';
import type { BulkUpdateShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { PanelBar } from './panel-bar.tsx';
import { useRunStep, useStopReason } from './use-run.ts';

interface StartingPanelProps {
  readonly run: BulkUpdateShape;
  readonly leftMs: number;
}

/** The few seconds in which a slip can be taken back. */
export function StartingPanel({ run, leftMs }: StartingPanelProps): ReactNode {
  const { imports, common } = useMessages();
  const texts = imports.run;
  const disabledReason = useStopReason();
  const takeBack = useRunStep(run.id, 'cancel');
  return (
    <PanelBar
      icon="clock"
      tone="warning"
      title={texts.startsIn(common.secondsLeft(Math.ceil(leftMs / 1000)))}
      text={texts.startsText}
      actions={
        <Button
          icon="undo"
          variant="primary"
          busy={takeBack.isPending}
          disabledReason={disabledReason}
          onClick={() =>
            takeBack.mutate(undefined, {
              onSuccess: () => showToast({ text: texts.takenBack, tone: 'success' }),
            })
          }
        >
          {texts.takeBack}
        </Button>
      }
    >
      {takeBack.error && <ErrorNotice error={takeBack.error} />}
    </PanelBar>
  );
}
