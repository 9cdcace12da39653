import type { ReactNode } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { Icon } from '../../ui/icon.tsx';

/** For a row that somebody else answered, or whose time is over, since the list was read. */
export function Gone(): ReactNode {
  const { answering } = useMessages();
  return (
    <span className="inline-flex h-6 items-center gap-1.5 text-xs font-medium whitespace-nowrap text-muted">
      <Icon name="refresh" size={14} />
      {answering.deadline.gone}
    </span>
  );
}
