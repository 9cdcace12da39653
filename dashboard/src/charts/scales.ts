type Pair = readonly [number, number];

/** A figure's place between two ends. */
export type Scale = (value: number) => number;

export function linearScale([low, high]: Pair, [from, to]: Pair): Scale {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

interface BandScale {
  /** The distance from one band to the next. */
  readonly step: number;
  readonly bandwidth: number;
  readonly at: (position: number) => number;
}

/** Equal bands side by side; `padding` is the share of each step that stays empty. */
export function bandScale(count: number, [from, to]: Pair, padding: number): BandScale {
  const step = (to - from) / Math.max(1, count + padding);
  return { step, bandwidth: step * (1 - padding), at: (position) => from + step * (padding + position) };
}

/** Whole, round counts from 0 up to the first that reaches `max`: there is no half an alert. */
export function countTicks(max: number, ticks: number): readonly number[] {
  const rough = Math.max(1, max) / ticks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(1, max) / step) + 1 }, (_, position) => position * step);
}
