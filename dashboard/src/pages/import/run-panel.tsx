import type { ReactNode } from 'react';
import { useServerNow } from '../../api/server-clock.ts';
import type { BulkUpdateShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Notice } from '../../ui/notice.tsx';
import { FinishedPanel } from './finished-panel.tsx';
import { ReadyPanel } from './ready-panel.tsx';
import { RunningPanel } from './running-panel.tsx';
import { StartingPanel } from './starting-panel.tsx';

/** What can be done with the run as it stands. */
export function RunPanel({ run }: { readonly run: BulkUpdateShape }): ReactNode {
  const {
    imports: { run: texts },
  } = useMessages();
  switch (run.state) {
    case 'checking':
      return <Notice tone="info">{texts.checking}</Notice>;
    case 'ready':
      return <ReadyPanel run={run} />;
    case 'running':
      return <StartedPanel run={run} />;
    case 'cancelled':
    case 'done':
      return <FinishedPanel run={run} />;
    case 'discarded':
      return <Notice tone="neutral">{texts.discardedText}</Notice>;
  }
}

function StartedPanel({ run }: { readonly run: BulkUpdateShape }): ReactNode {
  const now = useServerNow();
  const leftMs = run.start_at === null ? 0 : Date.parse(run.start_at) - now;
  return leftMs > 0 ? <StartingPanel run={run} leftMs={leftMs} /> : <RunningPanel run={run} />;
}
