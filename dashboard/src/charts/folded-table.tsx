import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { Icon } from '../ui/icon.tsx';
import type { DataTableProps } from './data-table.tsx';

const DataTable = lazy(async () => ({ default: (await import('./data-table.tsx')).DataTable }));

interface FoldedTableProps {
  /** Asked for only once it is opened. */
  readonly read: () => DataTableProps;
}

/** A chart's figures for those who read rather than see, folded away. */
export function FoldedTable({ read }: FoldedTableProps): ReactNode {
  const { overview } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group/data mt-2 text-sm"
    >
      <summary className="inline-flex list-none items-center gap-1 rounded-sm text-muted hover:text-ink">
        <Icon name="chevronRight" size={14} className="transition-transform group-open/data:rotate-90" />
        {overview.outcomes.table}
      </summary>
      <Suspense>{isOpen && <DataTable {...read()} />}</Suspense>
    </details>
  );
}
