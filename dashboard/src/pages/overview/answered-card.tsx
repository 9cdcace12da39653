import type { ReactNode } from 'react';
import type { OverviewShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

export function AnsweredCard({ answered }: Pick<OverviewShape, 'answered'>): ReactNode {
  const { overview } = useMessages();
  const format = useFormat();
  const { in_time: inTime, expired, ratio, median_response_seconds: median } = answered;
  const total = inTime + expired;
  if (ratio === null) {
    return (
      <Card title={overview.answered.title}>
        <p className="text-muted">{overview.answered.none}</p>
      </Card>
    );
  }
  return (
    <Card
      title={overview.answered.title}
      className="flex flex-col [&>div]:flex [&>div]:grow [&>div]:flex-col"
    >
      <p className="text-[2.5rem]/none font-semibold tracking-tight tabular-nums">{format.percent(ratio)}</p>
      <p className="mt-2 mb-3 text-sm text-muted tabular-nums">
        {overview.answered.ofTotal(format.number(inTime), total)}
      </p>
      <ProgressBar label={overview.answered.title} value={inTime} max={total} tone="success" />
      {expired > 0 && (
        <p className="mt-3 flex items-center gap-1.5 text-sm font-medium text-danger-ink">
          <Icon name="xCircle" size={15} />
          {overview.answered.expired(expired)}
        </p>
      )}
      <dl className="mt-auto pt-5">
        <dt className="border-t border-line pt-4 text-sm text-muted">{overview.answered.median}</dt>
        <dd className="mt-0.5 text-xl font-semibold tracking-tight tabular-nums">
          {median === null ? overview.answered.noMedian : format.duration(median * 1000)}
        </dd>
      </dl>
    </Card>
  );
}
