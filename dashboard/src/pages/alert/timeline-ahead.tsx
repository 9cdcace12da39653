import type { ReactNode } from 'react';
import { standingOf } from '../../answering/standing.ts';
import type { AlertRowShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { TimelineStep } from './timeline-step.tsx';

/** What has not happened yet: an answer on its way out, or the end of the time for one. */
export function Ahead({ alert }: { readonly alert: AlertRowShape }): ReactNode {
  const { alert: words, common } = useMessages();
  const standing = standingOf(alert);
  switch (standing.kind) {
    case 'held':
      return (
        <TimelineStep
          icon="hourglass"
          tone="info"
          at={standing.until}
          title={words.timeline.held(common.statuses[standing.status])}
          isAhead
        />
      );
    case 'waits':
      return (
        <TimelineStep
          icon="clock"
          tone="neutral"
          at={standing.answerBy}
          title={words.timeline.deadline}
          isAhead
        />
      );
    case 'follow_up':
      return (
        <TimelineStep
          icon="history"
          tone="neutral"
          at={standing.until}
          title={words.timeline.followUp}
          isAhead
        />
      );
    case 'auto_refunded':
    case 'expired':
    case 'answered':
      return undefined;
  }
}
