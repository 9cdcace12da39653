import type { ReactNode } from 'react';
import { FoldedTable } from '../../charts/folded-table.tsx';
import { HoursSpread } from '../../charts/hours-spread.tsx';
import type { OverviewShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';

interface ResponseCardProps {
  readonly data: OverviewShape;
  readonly className?: string | undefined;
}

export function ResponseCard({ data, className }: ResponseCardProps): ReactNode {
  const { overview } = useMessages();
  const format = useFormat();
  const words = overview.response;
  const { response_hours: counts, response_window_hours: windowHours, answered } = data;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const hours = format.number(windowHours);
  const median = answered.median_response_seconds;
  const hoursEach = windowHours / Math.max(1, counts.length);
  return (
    <Card title={words.title} description={words.description(hours)} className={className}>
      {total === 0 ? (
        <p className="py-10 text-center text-muted">{words.none}</p>
      ) : (
        <>
          <HoursSpread
            title={words.title}
            description={words.summary(format.number(total))}
            counts={counts}
            windowHours={windowHours}
            medianHours={median === null ? undefined : median / 3600}
            words={{ deadline: words.deadline(hours), median: words.median }}
          />
          <FoldedTable
            read={() => ({
              label: words.title,
              columns: [words.hours, words.answers],
              rows: counts.map((count, position) => [
                words.hourOf(format.number(position * hoursEach), format.number((position + 1) * hoursEach)),
                format.number(count),
              ]),
            })}
          />
        </>
      )}
    </Card>
  );
}
