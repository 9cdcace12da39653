import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { StatusDialog } from '../../answering/status-dialog.tsx';
import { isApiError } from '../../api/api-error.ts';
import { useLive } from '../../api/live.ts';
import type { AlertDetailShape } from '../../api/shapes.ts';
import { useCalm } from '../../api/use-calm.ts';
import { useGet } from '../../api/use-get.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type AlertsSearch, filterOf } from '../alerts/alerts-search.ts';
import { AlertFields } from './alert-fields.tsx';
import { AlertHead } from './alert-head.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { PayloadCard } from './payload-card.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { useAlertKeys } from './use-alert-keys.ts';

/** Live events tell of every alert of the company, perhaps many a second. */
const CALM_MS = 2000;
/** For when no live events arrive. */
const POLL_MS = 30_000;

export function AlertPage(): ReactNode {
  const { id } = useParams({ from: '/shell/alerts/$id' });
  const search = useSearch({ from: '/shell/alerts/$id' });
  const { data, error, refetch } = useGet<AlertDetailShape>(`/alerts/${id}`, {
    query: filterOf(search),
    everyMs: POLL_MS,
  });
  useLive(
    'alerts',
    useCalm(() => void refetch(), CALM_MS),
  );
  if (isApiError(error, 'ALERT_NOT_FOUND')) return <NoSuchAlert />;
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return <Shown key={id} detail={data} search={search} />;
}

interface ShownProps {
  readonly detail: AlertDetailShape;
  readonly search: AlertsSearch;
}

function Shown({ detail, search }: ShownProps): ReactNode {
  const [isAnswering, setIsAnswering] = useState(false);
  const answer = (): void => setIsAnswering(true);
  useAlertKeys({ detail, search, onAnswer: answer });
  return (
    <>
      <AlertHead detail={detail} search={search} onAnswer={answer} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <TimelineCard detail={detail} />
          <PayloadCard payloads={detail.payloads} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <AlertFields alert={detail.alert} />
          <DeliveriesCard detail={detail} />
        </div>
      </div>
      {isAnswering && <StatusDialog alert={detail.alert} onClose={() => setIsAnswering(false)} />}
    </>
  );
}

function NoSuchAlert(): ReactNode {
  const { alert } = useMessages();
  return (
    <>
      <PageHeader title={alert.back} />
      <EmptyState
        kind="not_found"
        title={alert.notFoundTitle}
        action={
          <Link to="/alerts" className={buttonClass()}>
            {alert.back}
          </Link>
        }
      >
        {alert.notFoundText}
      </EmptyState>
    </>
  );
}

function Loading(): ReactNode {
  const { common } = useMessages();
  return (
    <div role="status" aria-label={common.loading} className="grid gap-4">
      <Skeleton className="h-20" />
      <div className="grid gap-4 lg:grid-cols-[5fr_4fr]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
