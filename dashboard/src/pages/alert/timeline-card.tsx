import type { ReactNode } from 'react';
import type { AlertDetailShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { Ahead } from './timeline-ahead.tsx';
import { TimelineEntry } from './timeline-entry.tsx';

/** Everything that happened to the alert, from its receipt to the provider's word, and what is still ahead. */
export function TimelineCard({ detail }: { readonly detail: AlertDetailShape }): ReactNode {
  const { timeline: words } = useMessages().alert;
  return (
    <Card title={words.title}>
      <ol className="[&>li:last-child>.timeline-line]:hidden">
        {detail.timeline.map((entry) => (
          <TimelineEntry key={keyOf(entry)} entry={entry} />
        ))}
        <Ahead alert={detail.alert} />
      </ol>
    </Card>
  );
}

function keyOf(entry: AlertDetailShape['timeline'][number]): string {
  const place = 'endpoint_id' in entry ? entry.endpoint_id : '';
  return `${entry.kind} ${entry.at} ${place}`;
}
