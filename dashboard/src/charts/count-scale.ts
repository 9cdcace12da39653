import { countTicks, linearScale, type Scale } from './scales.ts';

const TICKS = 4;

interface CountScale {
  readonly y: Scale;
  readonly ticks: readonly number[];
}

export function countScale(max: number, top: number, bottom: number): CountScale {
  const ticks = countTicks(max, TICKS);
  return { y: linearScale([0, ticks.at(-1) ?? 1], [bottom, top]), ticks };
}
