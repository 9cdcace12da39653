import type { ReactNode } from 'react';
import { BulkDialog } from '../../answering/bulk-dialog.tsx';
import { StatusDialog } from '../../answering/status-dialog.tsx';
import { afterPaint } from '../../ui/after-paint.ts';
import type { Answering } from './use-answering.ts';

interface AnswerDialogsProps {
  readonly answering: Answering;
  /** After many were set. */
  readonly onUpdated: () => void;
}

export function AnswerDialogs({ answering, onUpdated }: AnswerDialogsProps): ReactNode {
  const { inHand, close } = answering;
  switch (inHand?.kind) {
    case undefined:
      return undefined;
    case 'one':
      return <StatusDialog alert={inHand.alert} onClose={close} />;
    case 'many':
      return (
        <BulkDialog
          source={inHand.source}
          count={inHand.count}
          onClose={(hasStarted) => {
            close();
            if (hasStarted) afterPaint(onUpdated);
          }}
        />
      );
  }
}
