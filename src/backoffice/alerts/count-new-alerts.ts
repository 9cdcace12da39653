import type { AlertSearch } from '../../rules/alert-search.ts';
import type { Queryable } from '../../store/connect.ts';
import { readDatabaseClock } from '../../store/read-database-clock.ts';
import { countAlertsSince } from '../../store/tallies/count-alerts.ts';

/** "1000 new alerts" says as much as the exact number. */
const COUNT_MAX = 1000;

/** How many alerts of a list came since it was read. */
export async function countNewAlerts(
  sql: Queryable,
  companyId: string,
  search: AlertSearch,
  createdAfter: Date,
): Promise<{ readonly count: number; readonly server_time: string }> {
  const now = await readDatabaseClock(sql);
  const count = await countAlertsSince(sql, companyId, search, { now, createdAfter, countMax: COUNT_MAX });
  return { count, server_time: now.toISOString() };
}
