import type { CompanyRole } from '../../rules/permissions.ts';
import type { Queryable } from '../connect.ts';
import { memberColumns } from './users.ts';

export interface TeamMember {
  readonly id: string;
  readonly email: string;
  readonly role: CompanyRole;
  readonly hasTotp: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

export interface TeamSettings {
  readonly name: string;
  readonly requiresTotp: boolean;
}

/**
 * Lets one change of a company's team follow the other until the transaction ends, so that what is counted holds. Alerts
 * of the company still arrive meanwhile. Undefined when there is no such company.
 */
export async function lockTeam(transaction: Queryable, companyId: string): Promise<TeamSettings | undefined> {
  const [company] = await transaction<TeamSettings[]>`
    select name, requires_totp from companies where id = ${companyId} for no key update`;
  return company;
}

export async function readTeamSettings(sql: Queryable, companyId: string): Promise<TeamSettings | undefined> {
  const [company] = await sql<TeamSettings[]>`
    select name, requires_totp from companies where id = ${companyId}`;
  return company;
}

/** In the order they came. */
export async function listMembers(sql: Queryable, companyId: string, limit: number): Promise<TeamMember[]> {
  return sql<TeamMember[]>`
    select ${memberColumns(sql)} from users
    where company_id = ${companyId} and removed_at is null
    order by created_at, id
    limit ${limit}`;
}

/** Undefined for somebody of another company, and for somebody who was removed. */
export async function findMember(
  sql: Queryable,
  companyId: string,
  userId: string,
): Promise<TeamMember | undefined> {
  const [member] = await sql<TeamMember[]>`
    select ${memberColumns(sql)} from users
    where company_id = ${companyId} and id = ${userId} and removed_at is null`;
  return member;
}

export async function countMembers(
  sql: Queryable,
  companyId: string,
): Promise<{ members: number; owners: number }> {
  const [counted] = await sql<{ members: number; owners: number }[]>`
    select count(*)::int as members, (count(*) filter (where role = 'owner'))::int as owners from users
    where company_id = ${companyId} and removed_at is null`;
  return counted ?? { members: 0, owners: 0 };
}

export async function updateRole(
  sql: Queryable,
  companyId: string,
  userId: string,
  role: CompanyRole,
): Promise<void> {
  await sql`update users set role = ${role} where company_id = ${companyId} and id = ${userId}`;
}

/** The row stays for the history that names it; the email address is free again. */
export async function markMemberRemoved(sql: Queryable, companyId: string, userId: string): Promise<void> {
  await sql`
    update users set removed_at = clock_timestamp()
    where company_id = ${companyId} and id = ${userId} and removed_at is null`;
}

export async function updateRequiresTotp(
  sql: Queryable,
  companyId: string,
  requiresTotp: boolean,
): Promise<void> {
  await sql`update companies set requires_totp = ${requiresTotp} where id = ${companyId}`;
}
