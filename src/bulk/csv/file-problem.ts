import { RefusalError } from '../../http/refusal-error.ts';

/** What is wrong with a file as a whole, in words for the person who chose it. */
export function fileProblem(message: string): RefusalError {
  return new RefusalError('invalid_input', { message });
}
