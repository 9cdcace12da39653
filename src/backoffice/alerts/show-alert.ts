import { RefusalError } from '../../http/refusal-error.ts';
import type { AlertSearch } from '../../rules/alert-search.ts';
import type { AlertRow } from '../../rules/alert.ts';
import { shapeReceivedAlert } from '../../shapes/alert.ts';
import { shapeAlertRow } from '../../shapes/dashboard/alert-row.ts';
import type { AlertDetailShape } from '../../shapes/dashboard/alerts.ts';
import { shapeLegacyAlert } from '../../shapes/legacy-alert.ts';
import { findAlertNeighbours } from '../../store/alerts/alert-neighbours.ts';
import { findAlertRow } from '../../store/alerts/alert-rows.ts';
import { findAlertForwards, findStatusChanges } from '../../store/alerts/alert-timeline.ts';
import { readCompanyMoment } from '../../store/alerts/company-moment.ts';
import type { AlertKey } from '../../store/alerts/lock-alerts.ts';
import type { Queryable } from '../../store/connect.ts';
import { readDeliveries } from '../deliveries/read-deliveries.ts';
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

async function readStory(sql: Queryable, { alert }: AlertRow) {
  const { companyId, id } = alert;
  return {
    alert,
    ...(await readDeliveries(sql, { companyId, alertId: id }, ATTEMPTS_SHOWN_MAX)),
    changes: await findStatusChanges(sql, companyId, id, CHANGES_SHOWN_MAX),
    forwards: await findAlertForwards(sql, companyId, id),
  };
}
