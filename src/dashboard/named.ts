import { NoSuchThingError } from '../backoffice/backoffice-error.ts';
import { RefusalError } from '../http/refusal-error.ts';

/** What the path names and is not there, or is another company's, is 404 in both cases, and says nothing more. */
export async function named<Result>(act: Promise<Result>): Promise<Result> {
  try {
    return await act;
  } catch (error) {
    throw error instanceof NoSuchThingError ? new RefusalError('thing_not_found') : error;
  }
}
