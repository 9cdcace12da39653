import { randomUUIDv7 } from 'node:crypto';
import { RefusalError } from '../../http/refusal-error.ts';
import { type CompanyRole, mayDo } from '../../rules/permissions.ts';
import { createToken } from '../../signing/token.ts';
import type { Queryable, Sql } from '../../store/connect.ts';
import { type Doer, recordDeed } from '../../store/people/audit-log.ts';
import {
  countOpenInvitations,
  insertInvitation,
  revokeInvitationsTo,
} from '../../store/people/invitations.ts';
import { countMembers, findMember, lockTeam } from '../../store/people/team.ts';
import { findUserByEmail } from '../../store/people/users.ts';
import { transact } from '../../store/transact.ts';
import { BackofficeError } from '../backoffice-error.ts';
import { noSuchCompany, requireCompany } from '../companies/require-company.ts';
import { OPEN_INVITATIONS_MAX, USERS_MAX } from '../limits.ts';
import { type MailParts, mailInvitation } from './mail-invitation.ts';
import { readEmail } from './read-email.ts';

export interface InviteParts extends MailParts {
  readonly sql: Sql;
}

/** A user of the dashboard: an owner of the company, or an operator for a company that has none yet. */
export interface Inviter extends Doer {
  readonly userId: string;
}

/** A link that works once, shown to the inviter now and mailed where mail is set up. Inviting again replaces it. */
export async function inviteUser(
  parts: InviteParts,
  inviter: Inviter,
  invited: { readonly companyId: string; readonly email: string; readonly role: CompanyRole },
): Promise<{ url: string; expiresAt: Date; wasMailed: boolean }> {
  const email = readEmail(invited.email);
  const companyId = await requireCompany(parts.sql, invited.companyId);
  const { token, sha256 } = createToken();
  const { expiresAt, companyName } = await transact(parts.sql, async (transaction) => {
    const company = await lockTeam(transaction, companyId);
    if (company === undefined) throw noSuchCompany(companyId);
    await requireStillInvites(transaction, companyId, inviter);
    await revokeInvitationsTo(transaction, companyId, email);
    await requireRoom(transaction, companyId);
    await requireFreeAddress(transaction, companyId, email);
    const invitation = { id: randomUUIDv7(), companyId, tokenSha256: sha256, email, role: invited.role };
    const deed = { action: 'user.invited', subject: email, details: { role: invited.role }, companyId };
    await recordDeed(transaction, inviter, deed);
    return {
      expiresAt: await insertInvitation(transaction, { ...invitation, invitedBy: inviter.userId }),
      companyName: company.name,
    };
  });
  const url = `${parts.publicUrl}/dashboard/invitation#${token}`;
  return { url, expiresAt, wasMailed: await mailInvitation(parts, { email, url, companyName, expiresAt }) };
}

/** Somebody who was removed or lost the role while this waited must not leave a way back in. */
async function requireStillInvites(
  transaction: Queryable,
  companyId: string,
  inviter: Inviter,
): Promise<void> {
  if (inviter.companyId === null) return;
  const member = await findMember(transaction, companyId, inviter.userId);
  if (member === undefined || !mayDo(member.role, 'manage_users')) throw new RefusalError('role_forbids');
}

async function requireRoom(transaction: Queryable, companyId: string): Promise<void> {
  const open = await countOpenInvitations(transaction, companyId);
  if (open >= OPEN_INVITATIONS_MAX) {
    throw new BackofficeError(
      `A company can have at most ${OPEN_INVITATIONS_MAX} open invitations. Revoke one that is not needed.`,
    );
  }
  const { members } = await countMembers(transaction, companyId);
  if (members >= USERS_MAX) throw tooManyUsers();
}

async function requireFreeAddress(transaction: Queryable, companyId: string, email: string): Promise<void> {
  const user = await findUserByEmail(transaction, email);
  if (user === undefined) return;
  throw new BackofficeError(
    user.companyId === companyId
      ? `${email} is in the team already.`
      : `${email} cannot be invited: somebody signs in to this service with it already. Use another address.`,
  );
}

export function tooManyUsers(): BackofficeError {
  return new BackofficeError(
    `A company can have at most ${USERS_MAX} users. Remove one who is no longer needed.`,
  );
}
