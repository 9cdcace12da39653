import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiUrl } from '../api/client.ts';
import type { BulkUpdateShape } from '../api/shapes.ts';
import { useLanguage, useMessages } from '../messages/use-messages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';

export function BulkReport({ update }: { readonly update: BulkUpdateShape }): ReactNode {
  const { answering } = useMessages();
  const { rows_applied: applied, rows_refused: refused } = update;
  const left = update.rows_total - update.rows_to_apply;
  const isDone = update.state === 'done';
  return (
    <div role="status" className="flex items-start gap-3.5 py-2">
      <span
        className={cx(
          'grid size-9 shrink-0 place-items-center rounded-full',
          isDone ? 'bg-success-soft text-success-ink' : 'bg-warning-soft text-warning-ink',
        )}
      >
        <Icon name={isDone ? 'check' : 'ban'} size={18} />
      </span>
      <div>
        <p className="text-lg font-semibold">
          {isDone ? answering.bulk.done(applied) : answering.bulk.cancelled(applied)}
        </p>
        {refused > 0 && <p className="mt-0.5 text-muted">{answering.bulk.refused(refused)}</p>}
        {left > 0 && <p className="mt-0.5 text-muted">{answering.bulk.skipped(left)}</p>}
      </div>
    </div>
  );
}

interface BulkReportLinksProps {
  readonly update: BulkUpdateShape;
  readonly onClose: () => void;
}

export function BulkReportLinks({ update, onClose }: BulkReportLinksProps): ReactNode {
  const { answering, common } = useMessages();
  const { language } = useLanguage();
  return (
    <>
      <a
        href={apiUrl(`/bulk-updates/${update.id}/result.csv`, { locale: language })}
        download
        className={buttonClass('ghost')}
      >
        <Icon name="download" />
        {answering.bulk.result}
      </a>
      <Link to="/imports/$id" params={{ id: update.id }} className={buttonClass('secondary')}>
        {answering.bulk.report}
      </Link>
      <Button variant="primary" onClick={onClose}>
        {common.close}
      </Button>
    </>
  );
}
