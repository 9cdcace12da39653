/** Cheap enough to be asked each time. */
const CHEAP_MS_MAX = 50;
/** What took a second is good for twenty: it never takes more than a twentieth of the database's time. */
const KEPT_FOR_EACH_MS = 20;
const KEPT_MAX = 1000;

export type RememberCostly = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * For figures that grow with all the alerts a company has. Those who ask at the same time get the same answer, and the
 * longer it took, the longer it is good for; what is cheap is never remembered.
 */
export function createRememberCostly(): RememberCostly {
  const kept = new Map<string, { readonly value: Promise<unknown>; untilMs: number }>();
  return async <Value>(key: string, read: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key is always read in the same way
    if (known !== undefined && performance.now() < known.untilMs) return known.value as Promise<Value>;
    const beganMs = performance.now();
    const entry = { value: read(), untilMs: Number.POSITIVE_INFINITY };
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, entry);
    try {
      return await entry.value;
    } catch (error) {
      entry.untilMs = 0;
      throw error;
    } finally {
      const costMs = performance.now() - beganMs;
      const isCheap = costMs <= CHEAP_MS_MAX || entry.untilMs === 0;
      entry.untilMs = isCheap ? 0 : performance.now() + costMs * KEPT_FOR_EACH_MS;
      if (isCheap && kept.get(key) === entry) kept.delete(key);
    }
  };
}
