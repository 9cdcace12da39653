import { NoSuchThingError } from '../backoffice/backoffice-error.ts';
import { RefusalError } from '../http/refusal-error.ts';

/** What a body refers to and is not there makes the body invalid, in the words of the use case; only a path leads to 404. */
export function refuseReference(error: unknown): never {
  throw error instanceof NoSuchThingError
    ? new RefusalError('invalid_input', { message: error.message })
    : error;
}
