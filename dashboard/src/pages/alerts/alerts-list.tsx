import { type ReactNode, useDeferredValue } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AlertsEmpty } from './alerts-empty.tsx';
import { AlertsFoot } from './alerts-foot.tsx';
import { type AlertsSearch, isByTimeLeft } from './alerts-search.ts';
import { NewAlertsPill } from './new-alerts-pill.tsx';
import type { Selection } from './selection.ts';
import { ShownRows } from './shown-rows.tsx';
import { goneFrom } from './steady-rows.ts';
import type { useAlertList } from './use-alert-list.ts';
import type { Answering } from './use-answering.ts';

interface AlertsListProps {
  readonly search: AlertsSearch;
  readonly list: ReturnType<typeof useAlertList>;
  readonly selection: Selection;
  readonly answering: Answering;
}

/** The rows, or what stands in their place. */
export function AlertsList({ list, search, ...shared }: AlertsListProps): ReactNode {
  const { alerts } = useMessages();
  const { isStale, error, newCount, reload } = list;
  // A hundred rows that change at once are drawn in slices, so that keys and countdowns go on meanwhile; another list
  // is what somebody waits for, and comes at once.
  const renewed = useDeferredValue(list.steady);
  const steady = renewed?.key === list.steady?.key ? renewed : list.steady;
  if (error) return <ErrorNotice error={error} onRetry={reload} />;
  if (!steady) {
    return (
      <Card flush>
        <SkeletonRows rows={12} />
      </Card>
    );
  }
  const { page } = steady;
  const goneCount = isByTimeLeft(search) ? goneFrom(steady).size : 0;
  return (
    <div>
      <NewAlertsPill newCount={newCount} goneCount={goneCount} onShow={reload} />
      <p role="status" className="sr-only">
        {!isStale && alerts.loaded(page.meta.total)}
      </p>
      <Card flush>
        {steady.rows.length === 0 ? (
          <AlertsEmpty search={search} page={page} />
        ) : (
          <ShownRows {...shared} search={search} steady={steady} isStale={isStale} />
        )}
      </Card>
      {page.meta.total > 0 && <AlertsFoot search={search} page={page} />}
    </div>
  );
}
