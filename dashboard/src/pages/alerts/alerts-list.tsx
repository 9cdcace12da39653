import { type ReactNode, type RefObject, useRef } from 'react';
import type { AlertRowShape } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { AlertCards } from './alert-cards.tsx';
import { AlertTable } from './alert-table.tsx';
import { AlertsEmpty } from './alerts-empty.tsx';
import { AlertsFoot } from './alerts-foot.tsx';
import { type AlertsSearch, isByTimeLeft } from './alerts-search.ts';
import { NewAlertsPill } from './new-alerts-pill.tsx';
import type { Selection } from './selection.ts';
import type { SteadyRows } from './steady-rows.ts';
import type { useAlertList } from './use-alert-list.ts';
import type { Answering } from './use-answering.ts';
import { useRowKeys } from './use-row-keys.ts';

const NO_ROWS: readonly AlertRowShape[] = [];

interface AlertsListProps {
  readonly search: AlertsSearch;
  readonly list: ReturnType<typeof useAlertList>;
  readonly selection: Selection;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly answering: Answering;
}

/** The rows, or what stands in their place. */
export function AlertsList({ search, list, selection, searchBox, answering }: AlertsListProps): ReactNode {
  const { alerts } = useMessages();
  const { steady, isStale, error, reload } = list;
  const { answerOne: onAnswer, answerSelection: onAnswerSelection, takeBack: onTakeBack } = answering;
  const rows = steady?.rows ?? NO_ROWS;
  const place = useRef<HTMLDivElement>(null);
  const keys = useRowKeys({ rows, search, selection, searchBox, list: place, onAnswer, onAnswerSelection });
  const Rows = useNarrow() ? AlertCards : AlertTable;
  if (error) return <ErrorNotice error={error} onRetry={reload} />;
  if (!steady)
    return (
      <Card flush>
        <SkeletonRows rows={12} />
      </Card>
    );
  const goneIds = goneFrom(steady, search);
  const { page } = steady;
  return (
    <div>
      <NewAlertsPill newCount={list.newCount} goneCount={goneIds.size} onShow={reload} />
      <p role="status" className="sr-only">
        {!isStale && alerts.loaded(page.meta.total)}
      </p>
      <div ref={place} onFocus={keys.onFocus}>
        <Card flush>
          {rows.length === 0 ? (
            <AlertsEmpty search={search} page={page} />
          ) : (
            <Rows
              rows={rows}
              goneIds={goneIds}
              isStale={isStale}
              currentId={keys.currentId}
              search={search}
              selection={selection}
              onAnswer={onAnswer}
              onTakeBack={onTakeBack}
            />
          )}
        </Card>
      </div>
      {page.meta.total > 0 && <AlertsFoot search={search} page={page} />}
    </div>
  );
}

/** Where rows come and go by time, one that waited and is gone no longer waits; elsewhere it may only have moved on. */
function goneFrom({ rows, goneIds }: SteadyRows, search: AlertsSearch): ReadonlySet<string> {
  if (!isByTimeLeft(search)) return new Set();
  const claims = rows.filter(({ status, held }) => status === 'pending' && held === null);
  return new Set(claims.map(({ id }) => id).filter((id) => goneIds.has(id)));
}
