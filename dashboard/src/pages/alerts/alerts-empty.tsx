import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TestAlertButton } from '../../answering/test-alert-button.tsx';
import type { AlertPageShape, OverviewShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { activeFilters, type AlertsSearch, viewOf } from './alerts-search.ts';
import { NO_FILTER } from './filter-chips.tsx';
import { useChangeSearch } from './use-change-search.ts';

interface AlertsEmptyProps {
  readonly search: AlertsSearch;
  readonly page: AlertPageShape;
}

/** Not the same: nothing matches, nothing waits, nothing has come yet, nothing can come yet. */
export function AlertsEmpty({ search, page }: AlertsEmptyProps): ReactNode {
  const { alerts } = useMessages();
  const change = useChangeSearch();
  if (page.view_totals.all === 0) return <NoneAtAll />;
  if (activeFilters(search).length > 0) {
    return (
      <EmptyState
        kind="no_match"
        title={alerts.empty.matchTitle}
        action={<Button onClick={() => change(NO_FILTER)}>{alerts.clearFilters}</Button>}
      >
        {alerts.empty.matchText}
      </EmptyState>
    );
  }
  if (viewOf(search) === 'needs_answer') {
    return (
      <EmptyState kind="nothing_yet" title={alerts.empty.doneTitle}>
        {alerts.empty.doneText}
      </EmptyState>
    );
  }
  return <EmptyState kind="nothing_yet" title={alerts.empty.viewTitle} />;
}

function NoneAtAll(): ReactNode {
  const { alerts } = useMessages();
  const { data } = useGet<OverviewShape>('/overview', { query: { days: '7' } });
  if (data && !data.setup.has_enrollment) {
    return (
      <EmptyState
        kind="setup"
        title={alerts.empty.setupTitle}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {alerts.empty.setupAction}
          </Link>
        }
      >
        {alerts.empty.setupText}
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="nothing_yet" title={alerts.empty.noneTitle} action={<TestAlertButton />}>
      {alerts.empty.noneText}
    </EmptyState>
  );
}
