import type { ReactNode } from 'react';
import { useServerValue } from '../api/server-clock.ts';
import type { BulkUpdateShape } from '../api/shapes.ts';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';

export function BulkProgress({ update }: { readonly update: BulkUpdateShape }): ReactNode {
  const { answering } = useMessages();
  const format = useFormat();
  const { rows_to_apply: total, start_at } = update;
  const done = update.rows_applied + update.rows_refused;
  const start = start_at === null ? 0 : Date.parse(start_at);
  const seconds = useServerValue((now) => Math.max(0, Math.ceil((start - now) / 1000)));
  const isBefore = seconds > 0 && done === 0;
  return (
    <div className="grid gap-3 py-2">
      <p role="status" className="text-lg font-semibold tabular-nums">
        {isBefore
          ? answering.bulk.startsIn(seconds)
          : answering.bulk.running(format.number(done), format.number(total))}
      </p>
      <ProgressBar label={answering.bulk.progress} value={done} max={total} />
      <p className="text-sm text-muted">{answering.bulk.runningNote}</p>
    </div>
  );
}
