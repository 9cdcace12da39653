import { isUuid } from '../../rules/uuid.ts';
import type { Queryable, Sql } from '../../store/connect.ts';
import type { Doer } from '../../store/people/audit-log.ts';
import { countMembers, findMember, lockTeam, type TeamMember } from '../../store/people/team.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError, NoSuchThingError } from '../backoffice-error.ts';

/** The member that a change is about. */
export interface MeantMember {
  readonly companyId: string;
  readonly userId: string;
}

/** Changes one member while no other change of the same team is under way. Nobody can do it to themselves. */
export async function changeTeam(
  sql: Sql,
  doer: Doer,
  { companyId, userId }: MeantMember,
  change: (transaction: Queryable, member: TeamMember) => Promise<void>,
): Promise<void> {
  if (userId === doer.userId) {
    throw new BackofficeError('This is your own account. Ask another owner to change it.');
  }
  await transact(sql, async (transaction) => {
    await lockTeam(transaction, companyId);
    const member = isUuid(userId) ? await findMember(transaction, companyId, userId) : undefined;
    if (member === undefined) throw new NoSuchThingError('The company has no such user.');
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
