import { randomUUIDv7 } from 'node:crypto';
import { RefusalError } from '../../http/refusal-error.ts';
import { isUuid } from '../../rules/uuid.ts';
import { insertEnrollmentOfUnrouted } from '../../store/alerts/unrouted-alerts.ts';
import type { Sql } from '../../store/connect.ts';
import { isUniqueViolation } from '../../store/database-errors.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { requireMerchant } from '../companies/require-merchant.ts';
import { absentUnroutedAlert } from './absent-unrouted-alert.ts';
import { adoptWaiting } from './adopt-waiting.ts';
import type { NewEnrollment } from './create-enrollment.ts';

/**
 * Enrolls the merchant for the very route that the alert came by, and so gives it this alert and all others that wait
 * for the same one. The route is taken over as it is kept, so that it matches even where the text is shown masked.
 */
export async function enrollUnroutedAlert(
  sql: Sql,
  doer: Doer,
  enrolled: { readonly unroutedAlertId: string; readonly merchantId: string },
  responseWindowMs: number,
): Promise<NewEnrollment> {
  const { unroutedAlertId } = enrolled;
  if (!isUuid(unroutedAlertId)) throw absentUnroutedAlert(unroutedAlertId);
  const merchant = await requireMerchant(sql, enrolled.merchantId);
  const { companyId } = merchant;
  const merchantEnrollmentId = randomUUIDv7();
  return transact(sql, async (transaction) => {
    const isEnrolled = await insertEnrollmentOfUnrouted(
      transaction,
      merchantEnrollmentId,
      merchant,
      unroutedAlertId,
    ).catch(refuseTakenRoute);
    if (!isEnrolled) throw absentUnroutedAlert(unroutedAlertId);
    const adoptedAlerts = await adoptWaiting(transaction, responseWindowMs);
    await recordDeed(transaction, doer, {
      action: 'enrollment.created',
      subject: merchantEnrollmentId,
      details: { unrouted_alert_id: unroutedAlertId, adopted_alerts: adoptedAlerts },
      companyId,
    });
    return { merchantEnrollmentId, companyId, adoptedAlerts };
  });
}

/** The route was enrolled in the meantime: the alert is on its way to whoever has it. */
function refuseTakenRoute(error: unknown): never {
  throw isUniqueViolation(error) ? new RefusalError('out_of_step') : error;
}
