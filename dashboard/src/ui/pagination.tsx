import type { ReactNode } from 'react';
import { useFormat } from '../messages/use-format.ts';
import { useMessages } from '../messages/use-messages.ts';
import { IconButton } from './icon-button.tsx';

interface PaginationProps {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

export function Pagination({ page, perPage, total, onPage }: PaginationProps): ReactNode {
  const { common } = useMessages();
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : Math.min(total, (page - 1) * perPage + 1);
  const to = Math.min(total, page * perPage);
  return (
    <nav
      aria-label={common.pagination}
      className="flex items-center justify-between gap-4 py-3 text-sm text-muted"
    >
      <p className="tabular-nums">
        {common.rangeOf(format.number(from), format.number(to), format.number(total))}
      </p>
      <div className="flex items-center gap-1">
        <IconButton
          icon="chevronLeft"
          label={common.previous}
          variant="secondary"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <span className="px-2 tabular-nums">{common.pageOf(format.number(page), format.number(pages))}</span>
        <IconButton
          icon="chevronRight"
          label={common.next}
          variant="secondary"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  );
}
