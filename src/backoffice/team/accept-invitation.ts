import { randomUUIDv7 } from 'node:crypto';
import { digestToken } from '../../signing/token.ts';
import type { Queryable, Sql } from '../../store/connect.ts';
import { recordDeed } from '../../store/people/audit-log.ts';
import {
  findOpenInvitation,
  type Invitation,
  markInvitationAccepted,
} from '../../store/people/invitations.ts';
import { countMembers, lockTeam } from '../../store/people/team.ts';
import { transact } from '../../store/transact.ts';
import { hashChosenPassword } from '../account/hash-chosen-password.ts';
import { type Device, openSession } from '../account/open-session.ts';
import { NoSuchThingError } from '../backoffice-error.ts';
import { USERS_MAX } from '../limits.ts';
import { insertUniqueUser } from './insert-unique-user.ts';
import { tooManyUsers } from './invite-user.ts';

/** The invited person chooses a password, becomes a user, and is signed in. */
export async function acceptInvitation(
  sql: Sql,
  given: { readonly token: string; readonly password: string; readonly device: Device },
): Promise<{ token: string }> {
  const invitation = await findOpenInvitation(sql, digestToken(given.token));
  if (invitation === undefined) throw noLongerOpen();
  const passwordHash = await hashChosenPassword(given.password, invitation.email);
  return transact(sql, async (transaction) => {
    await lockTeam(transaction, invitation.companyId);
    const userId = await addMember(transaction, invitation, passwordHash);
    const { companyId, email, role } = invitation;
    const doer = { userId, email, companyId, address: given.device.address };
    await recordDeed(transaction, doer, { action: 'user.joined', subject: email, details: { role } });
    return openSession(transaction, userId, given.device);
  });
}

async function addMember(
  transaction: Queryable,
  { id, companyId, email, role }: Invitation,
  passwordHash: string,
): Promise<string> {
  if (!(await markInvitationAccepted(transaction, companyId, id))) throw noLongerOpen();
  const { members } = await countMembers(transaction, companyId);
  if (members >= USERS_MAX) throw tooManyUsers();
  const userId = randomUUIDv7();
  await insertUniqueUser(transaction, { id: userId, companyId, email, role, passwordHash });
  return userId;
}

function noLongerOpen(): NoSuchThingError {
  return new NoSuchThingError('The invitation is no longer open. Ask for another one.');
}
