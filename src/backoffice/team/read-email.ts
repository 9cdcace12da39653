import { BackofficeError } from '../backoffice-error.ts';
import { EMAIL_LENGTH_MAX } from '../limits.ts';
import { readLine } from '../read-line.ts';
import { showGiven } from '../show-given.ts';

/** Enough to catch a slip; whether mail arrives there, only mail can tell. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

export function readEmail(given: string): string {
  const email = readLine(given, 'The email address', EMAIL_LENGTH_MAX).toLowerCase();
  if (!EMAIL.test(email)) {
    throw new BackofficeError(
      `The email address must look like name@company.example; received ${showGiven(given)}.`,
    );
  }
  return email;
}
