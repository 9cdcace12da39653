import { findPasswordProblem } from '../../rules/password-rule.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { isCommonPassword } from './is-common-password.ts';
import { hashPassword } from './password.ts';

/** The hash of a password that a person chose, if it is good enough. */
export async function hashChosenPassword(password: string, email: string): Promise<string> {
  const problem = findPasswordProblem(password, { email, isCommon: await isCommonPassword(password) });
  if (problem !== undefined) throw new BackofficeError(problem);
  return hashPassword(password);
}
