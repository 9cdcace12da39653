import type { ReactNode } from 'react';
import { useFormat } from '../messages/use-format.ts';

interface CountAxisProps {
  readonly ticks: readonly number[];
  readonly y: (count: number) => number;
  readonly left: number;
  readonly right: number;
}

/** Quiet lines across, with their counts at the left. */
export function CountAxis({ ticks, y, left, right }: CountAxisProps): ReactNode {
  const format = useFormat();
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(0 ${Math.round(y(tick)) + 0.5})`}>
      <line x1={left} x2={right} stroke="var(--line)" />
      <text x={left - 8} dy="0.32em" textAnchor="end" fontSize={11} fill="var(--muted)">
        {format.number(tick)}
      </text>
    </g>
  ));
}
