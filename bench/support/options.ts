export interface BenchOptions {
  /** A tenth of everything, once: to see that it runs, not for figures. */
  readonly quick: boolean;
  /** How long memory is watched. */
  readonly minutes: number;
}

/** This many, or a tenth of it. */
export function amount(count: number, { quick }: BenchOptions): number {
  return quick ? Math.ceil(count / 10) : count;
}
