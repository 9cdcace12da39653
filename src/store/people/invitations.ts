import type postgres from 'postgres';
import type { CompanyRole } from '../../rules/permissions.ts';
import type { Queryable } from '../connect.ts';

export interface Invitation {
  readonly id: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly email: string;
  readonly role: CompanyRole;
  readonly expiresAt: Date;
}

export interface NewInvitation {
  readonly id: string;
  readonly companyId: string;
  readonly tokenSha256: Buffer;
  readonly email: string;
  readonly role: CompanyRole;
  readonly invitedBy: string;
}

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: CompanyRole;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const VALID_FOR_MS = 7 * 24 * 3_600_000;

export async function insertInvitation(sql: Queryable, invitation: NewInvitation): Promise<Date> {
  const [inserted] = await sql<{ expiresAt: Date }[]>`
    insert into invitations (id, company_id, token_sha256, email, role, invited_by, expires_at)
    values (${invitation.id}, ${invitation.companyId}, ${invitation.tokenSha256}, ${invitation.email},
      ${invitation.role}, ${invitation.invitedBy}, clock_timestamp() + ${VALID_FOR_MS} * interval '1 ms')
    returning expires_at`;
  if (inserted === undefined) throw new Error('The invitation was not stored');
  return inserted.expiresAt;
}

/** The invitation that a link leads to, while it is open. */
export async function findOpenInvitation(
  sql: Queryable,
  tokenSha256: Buffer,
): Promise<Invitation | undefined> {
  const [invitation] = await sql<Invitation[]>`
    select i.id, i.company_id, c.name as company_name, i.email, i.role, i.expires_at
    from invitations i join companies c on c.id = i.company_id
    where i.token_sha256 = ${tokenSha256} and ${isOpen(sql)}`;
  return invitation;
}

/** Newest first. */
export async function listOpenInvitations(
  sql: Queryable,
  companyId: string,
  limit: number,
): Promise<OpenInvitation[]> {
  return sql<OpenInvitation[]>`
    select i.id, i.email, i.role, u.email as invited_by, i.created_at, i.expires_at
    from invitations i join users u on u.id = i.invited_by
    where i.company_id = ${companyId} and ${isOpen(sql)}
    order by i.created_at desc, i.id desc
    limit ${limit}`;
}

export async function countOpenInvitations(sql: Queryable, companyId: string): Promise<number> {
  const [counted] = await sql<{ invitations: number }[]>`
    select count(*)::int as invitations from invitations
    where company_id = ${companyId} and ${isOpen(sql)}`;
  return counted?.invitations ?? 0;
}

/** False when it is no longer open: one link makes one user. */
export async function markInvitationAccepted(
  sql: Queryable,
  companyId: string,
  invitationId: string,
): Promise<boolean> {
  const accepted = await sql`
    update invitations set accepted_at = clock_timestamp()
    where company_id = ${companyId} and id = ${invitationId} and ${isOpen(sql)}
    returning 1`;
  return accepted.length > 0;
}

/** The address it was for, or undefined when the company has no such open invitation. */
export async function markInvitationRevoked(
  sql: Queryable,
  companyId: string,
  invitationId: string,
): Promise<string | undefined> {
  const [revoked] = await sql<{ email: string }[]>`
    update invitations set revoked_at = clock_timestamp()
    where company_id = ${companyId} and id = ${invitationId} and ${isOpen(sql)}
    returning email`;
  return revoked?.email;
}

/** A new link for the same address replaces the old one. */
export async function revokeInvitationsTo(sql: Queryable, companyId: string, email: string): Promise<void> {
  await sql`
    update invitations set revoked_at = clock_timestamp()
    where company_id = ${companyId} and email = ${email} and accepted_at is null and revoked_at is null`;
}

/** Links made by somebody who may no longer invite: no way back in must be left. */
export async function revokeInvitationsBy(sql: Queryable, userId: string): Promise<void> {
  await sql`
    update invitations set revoked_at = clock_timestamp()
    where invited_by = ${userId} and accepted_at is null and revoked_at is null`;
}

function isOpen(sql: Queryable): postgres.Fragment {
  return sql`accepted_at is null and revoked_at is null and expires_at > clock_timestamp()`;
}
