import { isUuid } from '../rules/uuid.ts';
import type { Queryable } from '../store/connect.ts';
import { findEnrollment } from '../store/list-enrollments.ts';
import * as unrouted from '../store/unrouted-alerts.ts';
import { absentUnroutedAlert } from './absent-unrouted-alert.ts';
import { BackofficeError, NoSuchThingError } from './backoffice-error.ts';
import { showGiven } from './show-given.ts';

export interface AssignedAlert {
  readonly alertId: string;
  readonly companyId: string;
}

/** Gives one waiting alert to the merchant of an enrollment; others of the same route keep waiting. */
export async function assignUnroutedAlert(
  sql: Queryable,
  assigned: { readonly unroutedAlertId: string; readonly merchantEnrollmentId: string },
  responseWindowMs: number,
): Promise<AssignedAlert> {
  const { unroutedAlertId, merchantEnrollmentId } = assigned;
  if (!isUuid(unroutedAlertId)) throw absentUnroutedAlert(unroutedAlertId);
  const enrollment = isUuid(merchantEnrollmentId)
    ? await findEnrollment(sql, merchantEnrollmentId)
    : undefined;
  if (enrollment === undefined) {
    throw new NoSuchThingError(`There is no enrollment with id ${showGiven(merchantEnrollmentId)}.`);
  }
  const outcome = await unrouted.assignUnroutedAlert(sql, unroutedAlertId, enrollment, responseWindowMs);
  switch (outcome) {
    case 'assigned':
      return { alertId: unroutedAlertId.toLowerCase(), companyId: enrollment.companyId };
    case 'other_provider':
      throw new BackofficeError(
        `The enrollment is with ${enrollment.provider}, but the alert came from the other provider. ` +
          "Choose an enrollment of the alert's provider.",
      );
    case 'gone':
      throw absentUnroutedAlert(unroutedAlertId);
  }
}
