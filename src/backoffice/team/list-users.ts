import type { UserRole } from '../../rules/permissions.ts';
import type { Queryable } from '../../store/connect.ts';
import { listMembers } from '../../store/people/team.ts';
import { listOperators } from '../../store/people/users.ts';
import { requireCompany } from '../companies/require-company.ts';
import { USERS_MAX } from '../limits.ts';

export interface ListedUser {
  readonly id: string;
  readonly email: string;
  readonly role: UserRole;
  readonly hasTotp: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

/** A company's users, or the operators when no company is named. */
export async function listUsers(
  sql: Queryable,
  { companyId }: { readonly companyId: string | undefined },
): Promise<readonly ListedUser[]> {
  if (companyId === undefined) return listOperators(sql, USERS_MAX);
  return listMembers(sql, await requireCompany(sql, companyId), USERS_MAX);
}
