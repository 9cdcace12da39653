interface Part {
  readonly from: number;
  readonly to: number;
}

/** Puts each value on top of the ones before it. */
export function stack(values: readonly number[]): readonly Part[] {
  const parts: Part[] = [];
  let below = 0;
  for (const value of values) {
    parts.push({ from: below, to: below + value });
    below += value;
  }
  return parts;
}
