import { randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../store/connect.ts';
import { isUniqueViolation } from '../store/database-errors.ts';
import type { UserRole } from '../rules/permissions.ts';
import { insertUser, type User } from '../store/users.ts';
import { BackofficeError } from './backoffice-error.ts';
import { EMAIL_LENGTH_MAX } from './limits.ts';
import { generatePassword, hashPassword } from './password.ts';
import { readLine } from './read-line.ts';
import { requireCompany } from './require-company.ts';
import { showGiven } from './show-given.ts';

/** Enough to catch a slip; whether mail arrives there, only mail can tell. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** A person who signs in to the dashboard. The password is generated and shown this once. */
export async function createUser(
  sql: Queryable,
  user: { readonly email: string; readonly role: UserRole; readonly companyId: string | undefined },
): Promise<{ userId: string; password: string }> {
  const email = readEmail(user.email);
  const companyId = await requireCompanyForRole(sql, user.role, user.companyId);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const userId = randomUUIDv7();
  await insertUniqueUser(sql, { id: userId, companyId, email, role: user.role, passwordHash });
  return { userId, password };
}

function readEmail(given: string): string {
  const email = readLine(given, 'The email address', EMAIL_LENGTH_MAX).toLowerCase();
  if (!EMAIL.test(email)) {
    throw new BackofficeError(
      `The email address must look like name@company.example; received ${showGiven(given)}.`,
    );
  }
  return email;
}

/** An operator belongs to no company; everybody else to exactly one. */
async function requireCompanyForRole(
  sql: Queryable,
  role: UserRole,
  companyId: string | undefined,
): Promise<string | null> {
  if (role === 'operator') {
    if (companyId === undefined) return null;
    throw new BackofficeError(
      'An operator works for all companies and belongs to none: leave the company out, or choose the role owner, analyst or viewer.',
    );
  }
  if (companyId === undefined) {
    throw new BackofficeError(
      `A user with the role ${role} belongs to a company: name it by its company id.`,
    );
  }
  return requireCompany(sql, companyId);
}

async function insertUniqueUser(sql: Queryable, user: User): Promise<void> {
  try {
    await insertUser(sql, user);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new BackofficeError(
      `There is already a user with the email address ${user.email}. Sign in with that one, or use another address.`,
      { cause: error },
    );
  }
}
