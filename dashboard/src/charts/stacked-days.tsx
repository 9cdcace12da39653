import { type ReactNode, useId } from 'react';
import { useFormat } from '../messages/use-format.ts';
import { CountAxis } from './axis.tsx';
import { countScale } from './count-scale.ts';
import { bandScale } from './scales.ts';
import { stack } from './stack.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 208;
const LEFT = 36;
const TOP = 8;
const BOTTOM = HEIGHT - 24;
const LABEL_WIDTH = 60;
/** From one label to the next; the last one is moved in by half its width. */
const LABEL_STEP = 92;
const BAR_WIDTH_MAX = 28;

export interface Series<K extends string> {
  readonly key: K;
  /** A colour of the theme, such as `var(--chart-1)`. */
  readonly colour: string;
}

type Day<K extends string> = { readonly day: string } & Readonly<Record<K, number>>;

interface StackedDaysProps<K extends string> {
  readonly title: string;
  readonly description: string;
  readonly days: readonly Day<K>[];
  /** From the bottom up. */
  readonly series: readonly Series<K>[];
  readonly pointedDay: string | undefined;
  readonly onPoint: (day: string | undefined) => void;
}

/** One bar a day, each part of it a series. */
export function StackedDays<K extends string>(props: StackedDaysProps<K>): ReactNode {
  const { title, description, days, series, pointedDay, onPoint } = props;
  const id = useId();
  const [box, width] = useWidth();
  const totals = days.map((day) => series.reduce((sum, { key }) => sum + day[key], 0));
  const x = bandScale(days.length, [LEFT, Math.max(LEFT, width)], days.length > 40 ? 0.25 : 0.4);
  const { y, ticks } = countScale(Math.max(...totals), TOP, BOTTOM);
  return (
    <div ref={box}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
        onPointerLeave={() => onPoint(undefined)}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        <CountAxis ticks={ticks} y={y} left={LEFT} right={width} />
        {width > 0 &&
          days.map((day, position) => (
            <Bar
              key={day.day}
              day={day}
              series={series}
              left={x.at(position)}
              step={x.step}
              width={x.bandwidth}
              y={y}
              isFaded={pointedDay !== undefined && pointedDay !== day.day}
              onPoint={onPoint}
            />
          ))}
        <DayLabels days={days} at={(position) => x.at(position) + x.bandwidth / 2} width={width} />
      </svg>
    </div>
  );
}

interface BarProps<K extends string> extends Pick<StackedDaysProps<K>, 'series' | 'onPoint'> {
  readonly day: Day<K>;
  readonly left: number;
  readonly step: number;
  readonly width: number;
  readonly y: (count: number) => number;
  readonly isFaded: boolean;
}

function Bar<K extends string>(props: BarProps<K>): ReactNode {
  const { day, series, left, step, width, y, isFaded, onPoint } = props;
  const shown = Math.min(width, BAR_WIDTH_MAX);
  const parts = stack(series.map(({ key }) => day[key]));
  return (
    <g opacity={isFaded ? 0.45 : 1} onPointerEnter={() => onPoint(day.day)}>
      <rect x={left - (step - width) / 2} y={TOP} width={step} height={BOTTOM - TOP} fill="transparent" />
      {parts.map(
        ({ from, to }, position) =>
          to > from && (
            <rect
              key={series[position]?.key}
              x={left + (width - shown) / 2}
              y={y(to)}
              width={shown}
              // A hair of the surface keeps the parts apart, also for those who see colours alike.
              height={Math.max(1, y(from) - y(to) - 1)}
              rx={Math.min(2, shown / 4)}
              fill={series[position]?.colour}
            />
          ),
      )}
    </g>
  );
}

interface DayLabelsProps {
  readonly days: readonly { readonly day: string }[];
  readonly at: (position: number) => number;
  readonly width: number;
}

function DayLabels({ days, at, width }: DayLabelsProps): ReactNode {
  const format = useFormat();
  if (width === 0) return undefined;
  const every = Math.max(1, Math.ceil((days.length * LABEL_STEP) / (width - LEFT)));
  return days
    .map(({ day }, position) => ({ day, position }))
    .filter(({ position }) => (days.length - 1 - position) % every === 0)
    .map(({ day, position }) => (
      <text
        key={day}
        x={Math.min(at(position), width - LABEL_WIDTH / 2)}
        y={HEIGHT - 6}
        textAnchor="middle"
        fontSize={11}
        fill="var(--muted)"
      >
        {format.shortDay(day)}
      </text>
    ));
}
