import { adoptUnroutedAlerts } from '../../store/alerts/adopt-unrouted-alerts.ts';
import type { Queryable } from '../../store/connect.ts';

const ADOPTED_PER_STEP_MAX = 500;
/** Upkeep adopts the rest within seconds, so that nobody waits for all of it before getting an answer. */
const STEPS_MAX = 20;

/** Turns unrouted alerts whose enrollment exists by now into alerts; returns how many. */
export async function adoptWaiting(sql: Queryable, responseWindowMs: number): Promise<number> {
  let adoptedAlerts = 0;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const adoptedNow = await adoptUnroutedAlerts(sql, responseWindowMs, ADOPTED_PER_STEP_MAX);
    adoptedAlerts += adoptedNow;
    if (adoptedNow < ADOPTED_PER_STEP_MAX) break;
  }
  return adoptedAlerts;
}
