import { type ReactNode, useState } from 'react';
import { FoldedTable } from '../../charts/folded-table.tsx';
import { type Series, StackedDays } from '../../charts/stacked-days.tsx';
import type { AlertStatus, OverviewShape } from '../../api/shapes.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Card } from '../../ui/card.tsx';

type Outcome = Exclude<AlertStatus, 'pending'>;
type Days = OverviewShape['days'];

const SERIES: readonly Series<Outcome>[] = [
  { key: 'notfound', colour: 'var(--chart-1)' },
  { key: 'account_suspended', colour: 'var(--chart-2)' },
  { key: 'other', colour: 'var(--chart-3)' },
  { key: 'expired', colour: 'var(--chart-4)' },
];

interface OutcomesCardProps {
  readonly days: Days;
  readonly className?: string | undefined;
}

export function OutcomesCard({ days, className }: OutcomesCardProps): ReactNode {
  const { overview } = useMessages();
  const format = useFormat();
  const [pointed, setPointed] = useState<string>();
  const words = overview.outcomes;
  const total = days.reduce((sum, day) => sum + outcomesOf(day), 0);
  const pointedDay = days.find(({ day }) => day === pointed);
  return (
    <Card title={words.title} description={words.description} className={className}>
      {total === 0 ? (
        <p className="py-10 text-center text-muted">{words.none}</p>
      ) : (
        <>
          <Legend
            days={pointedDay ? [pointedDay] : days}
            caption={pointedDay ? format.day(pointedDay.day) : undefined}
          />
          <StackedDays
            title={words.title}
            description={words.summary(format.number(total), format.number(days.length))}
            days={days}
            series={SERIES}
            pointedDay={pointed}
            onPoint={setPointed}
          />
          <OutcomesTable days={days} />
        </>
      )}
    </Card>
  );
}

function outcomesOf(day: Days[number]): number {
  return SERIES.reduce((sum, { key }) => sum + day[key], 0);
}

interface LegendProps {
  readonly days: Days;
  readonly caption: string | undefined;
}

/** Also says the figures: of the whole period, or of the day that is pointed at. */
function Legend({ days, caption }: LegendProps): ReactNode {
  const { common } = useMessages();
  const format = useFormat();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      {SERIES.map(({ key, colour }) => (
        <span key={key} className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-2.5 rounded-[3px]" style={{ background: colour }} />
          <span className="text-muted">{common.statuses[key]}</span>
          <span className="font-medium tabular-nums">
            {format.number(days.reduce((sum, day) => sum + day[key], 0))}
          </span>
        </span>
      ))}
      <span className="ml-auto text-muted">{caption}</span>
    </div>
  );
}

function OutcomesTable({ days }: { readonly days: Days }): ReactNode {
  const { overview, common } = useMessages();
  const format = useFormat();
  const words = overview.outcomes;
  return (
    <FoldedTable
      read={() => ({
        label: words.title,
        columns: [
          words.day,
          ...SERIES.map(({ key }) => common.statuses[key]),
          words.total,
          words.receivedA,
          words.receivedB,
        ],
        rows: days
          .toReversed()
          .map((day) =>
            [format.day(day.day)].concat(
              [...SERIES.map(({ key }) => day[key]), outcomesOf(day), day.received_a, day.received_b].map(
                format.number,
              ),
            ),
          ),
      })}
    />
  );
}
