import type { Queryable } from '../../store/connect.ts';
import { isUniqueViolation } from '../../store/database-errors.ts';
import { insertUser, type User } from '../../store/people/users.ts';
import { BackofficeError } from '../backoffice-error.ts';

export async function insertUniqueUser(sql: Queryable, user: User): Promise<void> {
  try {
    await insertUser(sql, user);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw emailTaken(user.email, { cause: error });
  }
}

function emailTaken(email: string, options?: ErrorOptions): BackofficeError {
  return new BackofficeError(
    `There is already a user with the email address ${email}. Use another address.`,
    options,
  );
}
