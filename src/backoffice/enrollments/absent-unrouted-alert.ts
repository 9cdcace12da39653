import { RefusalError } from '../../http/refusal-error.ts';
import { isUuid } from '../../rules/uuid.ts';

/** An unrouted alert is gone only when it has an owner: another operator or an enrollment took it. */
export function absentUnroutedAlert(unroutedAlertId: string): RefusalError {
  return new RefusalError(isUuid(unroutedAlertId) ? 'out_of_step' : 'thing_not_found');
}
