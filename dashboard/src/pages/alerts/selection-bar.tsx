import type { ReactNode } from 'react';
import { useDisabledReason } from '../../api/session.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Selection, useSelected } from './selection.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  /** How many match the filter. */
  readonly total: number;
  readonly onAnswer: () => void;
}

/** What can be done with what is selected; there while something is. */
export function SelectionBar({ selection, total, onAnswer }: SelectionBarProps): ReactNode {
  const { alerts, answering } = useMessages();
  const format = useFormat();
  const { ids, isAll } = useSelected(selection);
  const forbidden = useDisabledReason('run_bulk_updates');
  const isShown = isAll || ids.size > 0;
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 mt-4 flex max-md:justify-center">
      <p role="status" className="sr-only">
        {isShown && (isAll ? alerts.allMatching(total) : alerts.selected(ids.size))}
      </p>
      {isShown && (
        <section
          aria-label={alerts.selectionBar}
          className="pointer-events-auto flex animate-[arrive_160ms_ease-out] flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-line bg-raised py-2 pr-2 pl-4 shadow-high"
        >
          <span className="font-semibold tabular-nums">
            {isAll ? alerts.allMatching(total) : alerts.selected(ids.size)}
          </span>
          {!isAll && total > ids.size && (
            <Button variant="ghost" size="sm" className="text-accent-ink!" onClick={selection.selectAll}>
              {alerts.selectAllMatching(format.number(total))}
            </Button>
          )}
          <Button variant="primary" icon="pencil" disabledReason={forbidden} onClick={onAnswer}>
            {answering.setStatus}
          </Button>
          <IconButton icon="x" label={alerts.clearSelection} onClick={selection.clear} />
        </section>
      )}
    </div>
  );
}
