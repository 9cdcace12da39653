import { adoptUnroutedAlerts } from '../store/adopt-unrouted-alerts.ts';
import type { Queryable } from '../store/connect.ts';

const ADOPTED_PER_STEP_MAX = 500;
/** What is beyond that, upkeep takes up within seconds: whoever waits for the answer does not wait for all of it. */
const STEPS_MAX = 20;

/** Turns what waits for an enrollment that is there by now into alerts; returns how many this made. */
export async function adoptWaiting(sql: Queryable, responseWindowMs: number): Promise<number> {
  let adoptedAlerts = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const adoptedNow = await adoptUnroutedAlerts(sql, responseWindowMs, ADOPTED_PER_STEP_MAX);
    adoptedAlerts += adoptedNow;
    if (adoptedNow < ADOPTED_PER_STEP_MAX) break;
  }
  return adoptedAlerts;
}
