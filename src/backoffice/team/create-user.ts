import { randomUUIDv7 } from 'node:crypto';
import type { UserRole } from '../../rules/permissions.ts';
import type { Queryable, Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import { transact } from '../../store/transact.ts';
import { generatePassword, hashPassword } from '../account/password.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { requireCompany } from '../companies/require-company.ts';
import { insertUniqueUser } from './insert-unique-user.ts';
import { readEmail } from './read-email.ts';

/** A person who signs in to the dashboard. The password is generated and shown this once. */
export async function createUser(
  sql: Sql,
  doer: Doer,
  user: { readonly email: string; readonly role: UserRole; readonly companyId: string | undefined },
): Promise<{ userId: string; password: string }> {
  const { role } = user;
  const email = readEmail(user.email);
  const companyId = await requireCompanyForRole(sql, role, user.companyId);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const userId = randomUUIDv7();
  await transact(sql, async (transaction) => {
    await insertUniqueUser(transaction, { id: userId, companyId, email, role, passwordHash });
    const deed = { action: 'user.created', subject: email, details: { role }, companyId };
    await recordDeed(transaction, doer, deed);
  });
  return { userId, password };
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
    throw new BackofficeError(`A user with the role ${role} belongs to a company: give its company id.`);
  }
  return requireCompany(sql, companyId);
}
