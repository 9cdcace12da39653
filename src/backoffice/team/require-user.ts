import type { Queryable } from '../../store/connect.ts';
import { findUserByEmail, type UserWithProofs } from '../../store/people/users.ts';
import { NoSuchThingError } from '../backoffice-error.ts';
import { readEmail } from './read-email.ts';

/** Whoever signs in with this address. */
export async function requireUser(sql: Queryable, given: string): Promise<UserWithProofs> {
  const email = readEmail(given);
  const user = await findUserByEmail(sql, email);
  if (user === undefined) throw new NoSuchThingError(`There is no user with the email address ${email}.`);
  return user;
}
