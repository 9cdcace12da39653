import type { Alert } from '../../rules/alert.ts';
import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';
import { takeRows, readStandingAlert, standingAlertColumns, type StandingAlertRow } from './told-alert.ts';

export interface WantedAlert {
  readonly companyId: string;
  readonly alertId: string;
}

/** For each that asks, the alert with this id if it is the company's own; another company's is the same as none. */
export async function findWantedAlerts(
  sql: Queryable,
  wanted: readonly WantedAlert[],
): Promise<(Alert<string> | undefined)[]> {
  const companyIds = wanted.map(({ companyId }) => companyId);
  const alertIds = wanted.map(({ alertId }) => alertId);
  const rows = await sql`
    select ${standingAlertColumns(sql)} from alerts a
    where (company_id, id) in (
      select * from unnest(${column(sql, 'uuid', companyIds)}, ${column(sql, 'uuid', alertIds)}))`.values();
  const alerts = takeRows<StandingAlertRow>(rows).map(readStandingAlert);
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  return wanted.map(({ companyId, alertId }) => {
    const alert = byId.get(alertId.toLowerCase());
    return alert?.companyId === companyId ? alert : undefined;
  });
}
