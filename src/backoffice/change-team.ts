import { RefusalError } from '../http/refusal-error.ts';
import { isUuid } from '../rules/uuid.ts';
import type { Queryable, Sql } from '../store/connect.ts';
import { countMembers, findMember, lockTeam, type TeamMember } from '../store/team.ts';
import { transact } from '../store/transact.ts';
import { BackofficeError } from './backoffice-error.ts';
import type { Doer } from './doer.ts';

export interface TeamChange {
  readonly companyId: string;
  /** The member it is about. */
  readonly userId: string;
  readonly doer: Doer;
}

/** Changes one member while no other change of the same team is under way. Nobody can do it to themselves. */
export async function changeTeam(
  sql: Sql,
  { companyId, userId, doer }: TeamChange,
  change: (transaction: Queryable, member: TeamMember) => Promise<void>,
): Promise<void> {
  if (userId === doer.userId) {
    throw new BackofficeError('This is your own account: another owner has to do it.');
  }
  await transact(sql, async (transaction) => {
    await lockTeam(transaction, companyId);
    const member = isUuid(userId) ? await findMember(transaction, companyId, userId) : undefined;
    if (member === undefined) throw new RefusalError('thing_not_found');
    await change(transaction, member);
  });
}

/** A company always has somebody who can let others in. */
export async function keepAnOwner(
  transaction: Queryable,
  companyId: string,
  member: TeamMember,
): Promise<void> {
  if (member.role !== 'owner') return;
  const { owners } = await countMembers(transaction, companyId);
  if (owners <= 1) {
    throw new BackofficeError(`${member.email} is the last owner. Make somebody else an owner first.`);
  }
}
