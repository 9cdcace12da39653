import { type ReactNode, useId } from 'react';
import { CountAxis } from './axis.tsx';
import { countScale } from './count-scale.ts';
import { linearScale } from './scales.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 292;
const LEFT = 36;
const RIGHT = 12;
const TOP = 24;
const BOTTOM = HEIGHT - 24;
const LABELS_MAX = 8;

interface HoursSpreadProps {
  readonly title: string;
  readonly description: string;
  /** How many fell into each part of the window. */
  readonly counts: readonly number[];
  readonly windowHours: number;
  readonly medianHours: number | undefined;
  readonly words: { readonly deadline: string; readonly median: string };
}

/** How many answers took how long, against the end of the window. */
export function HoursSpread(props: HoursSpreadProps): ReactNode {
  const { title, description, counts, windowHours, medianHours, words } = props;
  const id = useId();
  const [box, width] = useWidth();
  const x = linearScale([0, windowHours], [LEFT, Math.max(LEFT, width - RIGHT)]);
  const { y, ticks } = countScale(Math.max(...counts), TOP, BOTTOM);
  const hoursEach = windowHours / counts.length;
  const barWidth = Math.max(1, x(hoursEach) - x(0) - 2);
  return (
    <div ref={box}>
      <svg width={width} height={HEIGHT} role="img" aria-labelledby={`${id}-title ${id}-text`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        <CountAxis ticks={ticks} y={y} left={LEFT} right={width - RIGHT} />
        {counts.map(
          (count, position) =>
            count > 0 && (
              <rect
                // oxlint-disable-next-line react/no-array-index-key -- the position is the hour
                key={position}
                x={x(position * hoursEach) + 1}
                y={y(count)}
                width={barWidth}
                height={Math.max(1, BOTTOM - y(count))}
                rx={Math.min(2, barWidth / 4)}
                fill="var(--chart-1)"
              />
            ),
        )}
        {medianHours !== undefined && (
          <Mark x={x(Math.min(medianHours, windowHours))} text={words.median} colour="var(--ink)" isDashed />
        )}
        <Mark x={x(windowHours)} text={words.deadline} colour="var(--danger-ink)" isAtEnd />
        <HourLabels x={x} windowHours={windowHours} />
      </svg>
    </div>
  );
}

interface MarkProps {
  readonly x: number;
  readonly text: string;
  readonly colour: string;
  readonly isDashed?: boolean;
  readonly isAtEnd?: boolean;
}

function Mark({ x, text, colour, isDashed = false, isAtEnd = false }: MarkProps): ReactNode {
  return (
    <g transform={`translate(${Math.round(x) + 0.5} 0)`}>
      <line
        y1={TOP - 6}
        y2={BOTTOM}
        stroke={colour}
        strokeWidth={1.5}
        strokeDasharray={isDashed ? '3 3' : undefined}
      />
      <text
        x={isAtEnd ? 4 : 0}
        y={TOP - 12}
        textAnchor={isAtEnd ? 'end' : 'start'}
        fontSize={11}
        fontWeight={500}
        fill={colour}
      >
        {text}
      </text>
    </g>
  );
}

interface HourLabelsProps {
  readonly x: (hours: number) => number;
  readonly windowHours: number;
}

function HourLabels({ x, windowHours }: HourLabelsProps): ReactNode {
  const every = Math.max(1, Math.ceil(windowHours / LABELS_MAX));
  const hours = Array.from(
    { length: Math.floor(windowHours / every) + 1 },
    (_, position) => position * every,
  );
  return hours.map((hour) => (
    <text key={hour} x={x(hour)} y={HEIGHT - 6} textAnchor="middle" fontSize={11} fill="var(--muted)">
      {hour} h
    </text>
  ));
}
