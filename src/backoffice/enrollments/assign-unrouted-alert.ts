import { isUuid } from '../../rules/uuid.ts';
import { routeUnroutedAlert } from '../../store/alerts/unrouted-alerts.ts';
import { type Enrollment, findEnrollment } from '../../store/companies/enrollments.ts';
import type { Queryable, Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError, NoSuchThingError } from '../backoffice-error.ts';
import { showGiven } from '../show-given.ts';
import { absentUnroutedAlert } from './absent-unrouted-alert.ts';

export interface AssignedAlert {
  readonly alertId: string;
  readonly companyId: string;
}

/** Gives one waiting alert to the merchant of an enrollment; others of the same route keep waiting. */
export async function assignUnroutedAlert(
  sql: Sql,
  doer: Doer,
  assigned: { readonly unroutedAlertId: string; readonly merchantEnrollmentId: string },
  responseWindowMs: number,
): Promise<AssignedAlert> {
  const { unroutedAlertId } = assigned;
  if (!isUuid(unroutedAlertId)) throw absentUnroutedAlert(unroutedAlertId);
  const alertId = unroutedAlertId.toLowerCase();
  const enrollment = await requireEnrollment(sql, assigned.merchantEnrollmentId);
  const { id: merchantEnrollmentId, companyId } = enrollment;
  await transact(sql, async (transaction) => {
    const outcome = await routeUnroutedAlert(transaction, alertId, enrollment, responseWindowMs);
    switch (outcome) {
      case 'routed':
        return recordDeed(transaction, doer, {
          action: 'unrouted_alert.assigned',
          subject: alertId,
          details: { merchant_enrollment_id: merchantEnrollmentId },
          companyId,
        });
      case 'other_provider':
        throw new BackofficeError(
          `The enrollment is one with ${enrollment.provider}, and the alert came from the other provider. ` +
            "Choose an enrollment of the alert's provider.",
        );
      case 'gone':
        throw absentUnroutedAlert(alertId);
    }
  });
  return { alertId, companyId };
}

async function requireEnrollment(
  sql: Queryable,
  enrollmentId: string,
): Promise<Pick<Enrollment, 'id' | 'companyId' | 'merchantId' | 'provider'>> {
  const enrollment = isUuid(enrollmentId) ? await findEnrollment(sql, enrollmentId) : undefined;
  if (enrollment === undefined) {
    throw new NoSuchThingError(`There is no enrollment with id ${showGiven(enrollmentId)}.`);
  }
  return enrollment;
}
