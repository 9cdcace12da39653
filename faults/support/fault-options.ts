export interface FaultOptions {
  /** Draws the same faults again. */
  readonly seed: number;
  /** How often the fault comes. */
  readonly cycles: number;
}
