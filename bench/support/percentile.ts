export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which this part of all values lies; 1 gives the greatest. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
