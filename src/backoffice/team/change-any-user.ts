import type { Queryable, Sql } from '../../store/connect.ts';
import type { Doer } from '../../store/people/audit-log.ts';
import type { UserWithProofs } from '../../store/people/users.ts';
import { transact } from '../../store/transact.ts';
import type { MeantMember } from './change-team.ts';
import { requireUser } from './require-user.ts';

/** A member is changed within the team, whose rules must hold; an operator belongs to no team. */
export interface AnyUserChange {
  readonly toMember: (sql: Sql, doer: Doer, meant: MeantMember) => Promise<void>;
  readonly toOperator: (transaction: Queryable, operator: UserWithProofs) => Promise<void>;
}

/** Changes whoever signs in with this address, of any company or none. */
export async function changeAnyUser(
  sql: Sql,
  doer: Doer,
  email: string,
  { toMember, toOperator }: AnyUserChange,
): Promise<{ userId: string }> {
  const user = await requireUser(sql, email);
  const { id: userId, companyId } = user;
  if (companyId === null) await transact(sql, async (transaction) => toOperator(transaction, user));
  else await toMember(sql, doer, { companyId, userId });
  return { userId };
}
