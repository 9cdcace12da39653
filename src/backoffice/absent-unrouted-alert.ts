import { RefusalError } from '../http/refusal-error.ts';
import { isUuid } from '../rules/uuid.ts';

/** An unrouted alert only ever goes by becoming somebody's: what is gone, another operator or an enrollment has taken. */
export function absentUnroutedAlert(unroutedAlertId: string): RefusalError {
  return new RefusalError(isUuid(unroutedAlertId) ? 'out_of_step' : 'thing_not_found');
}
