import { RefusalError } from '../../http/refusal-error.ts';
import { shapeAlertRow } from '../../shapes/dashboard/alert-row.ts';
import type { AlertRowShape } from '../../shapes/dashboard/alerts.ts';
import { findAlertRow } from '../../store/alerts/alert-rows.ts';
import { readCompanyMoment } from '../../store/alerts/company-moment.ts';
import type { AlertKey } from '../../store/alerts/lock-alerts.ts';
import type { Queryable } from '../../store/connect.ts';

/** An alert as its row shows it now. */
export async function readAlertRow(
  sql: Queryable,
  { companyId, alertId }: AlertKey,
  followUpWindowMs: number,
): Promise<AlertRowShape> {
  const moment = await readCompanyMoment(sql, companyId);
  const row = await findAlertRow(sql, companyId, alertId);
  if (row === undefined) throw new RefusalError('alert_not_found');
  return shapeAlertRow(row, { ...moment, followUpWindowMs });
}
