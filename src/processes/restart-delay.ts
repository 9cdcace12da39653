const DELAY_MS_MIN = 100;
const DELAY_MS_MAX = 30_000;
/** A process that ran this long is not one that fails at every start. */
export const RAN_WELL_MS = 60_000;

/** How long a place stays empty after its process has ended this many times in a row without having run well. */
export function restartDelayMs(endsInARow: number): number {
  return Math.min(DELAY_MS_MIN * 2 ** (endsInARow - 1), DELAY_MS_MAX);
}
