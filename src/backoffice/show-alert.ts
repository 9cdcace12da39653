import { RefusalError } from '../http/refusal-error.ts';
import type { AlertSearch } from '../rules/alert-search.ts';
import { shapeAlertRow } from '../shapes/dashboard/alert-row.ts';
import type { AlertDetailShape } from '../shapes/dashboard/alerts.ts';
import { shapeLegacyAlert } from '../shapes/legacy-alert.ts';
import { shapeReceivedAlert } from '../shapes/alert.ts';
import { findAlertNeighbours } from '../store/alert-neighbours.ts';
import { type AlertRow, findAlertRow } from '../store/alert-rows.ts';
import { findAlertForwards, findStatusChanges } from '../store/alert-timeline.ts';
import { readCompanyMoment } from '../store/company-moment.ts';
import type { Queryable } from '../store/connect.ts';
import { findAttempts, findDeliveries } from '../store/find-deliveries.ts';
import type { AlertKey } from '../store/lock-alerts.ts';
import { buildTimeline } from './build-timeline.ts';

/** Bounds, not pages: what is older stays in the database. */
const ATTEMPTS_SHOWN_MAX = 500;
const CHANGES_SHOWN_MAX = 500;

/** Everything about one alert, and its neighbours in the list it was opened from. */
export async function showAlert(
  sql: Queryable,
  { companyId, alertId }: AlertKey,
  search: AlertSearch,
  followUpWindowMs: number,
): Promise<AlertDetailShape> {
  const moment = await readCompanyMoment(sql, companyId);
  const row = await findAlertRow(sql, companyId, alertId);
  if (row === undefined) throw new RefusalError('alert_not_found');
  const story = await readStory(sql, row);
  const at = { position: row.alert, now: moment.now };
  const { previousId, nextId } = await findAlertNeighbours(sql, companyId, search, at);
  return {
    alert: shapeAlertRow(row, { ...moment, followUpWindowMs }),
    timeline: buildTimeline(story),
    payloads: {
      v2: shapeReceivedAlert(row.alert),
      legacy: shapeLegacyAlert(row.alert, row.merchantName),
    },
    deliveries: story.deliveries.map(({ endpointId, url, state }) => ({
      endpoint_id: endpointId,
      url,
      state,
    })),
    previous_id: previousId,
    next_id: nextId,
    server_time: moment.now.toISOString(),
  };
}

/** Attempts before deliveries, so that the delivery includes every attempt that is shown, even the latest. */
async function readStory(sql: Queryable, { alert }: AlertRow) {
  const { companyId, id } = alert;
  return {
    alert,
    attempts: await findAttempts(sql, companyId, id, ATTEMPTS_SHOWN_MAX),
    deliveries: await findDeliveries(sql, companyId, id),
    changes: await findStatusChanges(sql, companyId, id, CHANGES_SHOWN_MAX),
    forwards: await findAlertForwards(sql, companyId, id),
  };
}
