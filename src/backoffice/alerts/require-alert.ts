import type { Alert } from '../../rules/alert.ts';
import { findAlertByReference } from '../../store/alerts/find-referenced-alert.ts';
import type { Queryable } from '../../store/connect.ts';
import { NoSuchThingError } from '../backoffice-error.ts';
import { showGiven } from '../show-given.ts';

/** The company's alert by our id or by its provider's. */
export async function requireAlert(sql: Queryable, companyId: string, alertId: string): Promise<Alert> {
  // PostgreSQL cannot hold a NUL, and so no alert has one in its id.
  const alert = alertId.includes('\0') ? undefined : await findAlertByReference(sql, companyId, alertId);
  if (alert === undefined) {
    throw new NoSuchThingError(
      `The company has no alert with id ${showGiven(alertId)}. Use our id or the provider's.`,
    );
  }
  return alert;
}
