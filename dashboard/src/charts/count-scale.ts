import { type ScaleLinear, scaleLinear } from 'd3-scale';

const TICKS = 4;

interface CountScale {
  readonly y: ScaleLinear<number, number>;
  /** Whole numbers only: there is no half an alert. */
  readonly ticks: readonly number[];
}

export function countScale(max: number, top: number, bottom: number): CountScale {
  const y = scaleLinear([0, Math.max(1, max)], [bottom, top]).nice(TICKS);
  return { y, ticks: y.ticks(TICKS).filter(Number.isInteger) };
}
