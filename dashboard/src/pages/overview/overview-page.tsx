import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLive } from '../../api/live.ts';
import type { OverviewShape } from '../../api/shapes.ts';
import { useGet } from '../../api/use-get.ts';
import { loadTexts } from '../../messages/spoken.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useCalm } from '../../api/use-calm.ts';
import { AnsweredCard } from './answered-card.tsx';
import { DueFigures } from './due-figures.tsx';
import { ForwardsCard } from './forwards-card.tsx';
import { OutcomesCard } from './outcomes-card.tsx';
import { ResponseCard } from './response-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

// Nobody who has alerts needs it.
const Beginning = lazy(async () => {
  const [page] = await Promise.all([import('./beginning.tsx'), loadTexts('setup')]);
  return { default: page.Beginning };
});

const PERIODS = ['7', '30', '90'] as const;
const CALM_MS = 10_000;
const POLL_MS = 60_000;

export function OverviewPage(): ReactNode {
  const { overview } = useMessages();
  const search = useSearch({ from: '/shell/' });
  const days = PERIODS.find((period) => period === search.days) ?? '30';
  const { data, error, refetch } = useGet<OverviewShape>('/overview', { query: { days }, everyMs: POLL_MS });
  useLive(
    'alerts',
    useCalm(() => void refetch(), CALM_MS),
  );
  const isEmpty = data?.setup.has_alert === false;
  return (
    <>
      <PageHeader title={overview.title} actions={isEmpty ? undefined : <Period days={days} />} />
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      <Suspense fallback={<Loading />}>
        {data && (isEmpty ? <Beginning data={data} /> : <Figures data={data} days={days} />)}
      </Suspense>
    </>
  );
}

function Period({ days }: { readonly days: (typeof PERIODS)[number] }): ReactNode {
  const { overview } = useMessages();
  const navigate = useNavigate({ from: '/' });
  return (
    <Segmented
      label={overview.period}
      value={days}
      choices={PERIODS.map((value) => ({ value, label: overview.days(value) }))}
      onChange={(value) => void navigate({ to: '.', search: { days: value }, resetScroll: false })}
    />
  );
}

interface FiguresProps {
  readonly data: OverviewShape;
  readonly days: string;
}

function Figures({ data, days }: FiguresProps): ReactNode {
  const { overview } = useMessages();
  const format = useFormat();
  return (
    <div className="grid gap-4">
      <DueFigures due={data.due} />
      <h2 className="mt-2 text-sm font-medium text-muted">
        {overview.lastDays(format.number(Number(days)))}
      </h2>
      <div className="grid items-stretch gap-4 xl:grid-cols-3">
        <AnsweredCard answered={data.answered} />
        <OutcomesCard days={data.days} className="xl:col-span-2" />
      </div>
      <div className="grid items-stretch gap-4 xl:grid-cols-3">
        <ResponseCard data={data} className="xl:col-span-2" />
        <div className="grid content-start gap-4 md:grid-cols-2 xl:grid-cols-1">
          <WebhooksCard webhooks={data.webhooks} />
          <ForwardsCard forwards={data.forwards} />
        </div>
      </div>
    </div>
  );
}

function Loading(): ReactNode {
  const { common } = useMessages();
  return (
    <div role="status" aria-label={common.loading} className="grid gap-4">
      <Skeleton className="h-32" />
      <div className="grid gap-4 xl:grid-cols-3">
        <Skeleton className="h-72" />
        <Skeleton className="h-72 xl:col-span-2" />
      </div>
    </div>
  );
}
