import { BackofficeError } from './backoffice-error.ts';

/** NUL is among them, which PostgreSQL cannot hold; the others would garble lists, logs and terminals. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** One line of text as people type it: without the spaces around it, and neither empty nor too long. */
export function readLine(given: string, what: string, lengthMax: number): string {
  const text = given.trim();
  if (text === '' || text.length > lengthMax) {
    throw new BackofficeError(`${what} must have 1 to ${lengthMax} characters; ${found(text)}.`);
  }
  if (CONTROL_CHARACTER.test(text)) {
    throw new BackofficeError(`${what} must be one line without control characters; write it as plain text.`);
  }
  return text;
}

function found(text: string): string {
  return text === '' ? 'this one is empty' : `this one has ${text.length}`;
}
