import type postgres from 'postgres';
import type { UserRole } from '../../rules/permissions.ts';
import type { Queryable } from '../connect.ts';

export interface User {
  readonly id: string;
  /** Null for an operator, who belongs to no company. */
  readonly companyId: string | null;
  readonly email: string;
  readonly role: UserRole;
  readonly passwordHash: string;
}

/** A user with what proves who it is. */
export interface UserWithProofs extends User {
  /** Null when two-factor sign-in was never begun. */
  readonly totpSecretEncrypted: Buffer | null;
  /** False until the first code has confirmed the secret. */
  readonly hasTotp: boolean;
  /** Whether the user's company wants everybody to have it. */
  readonly requiresTotp: boolean;
  readonly now: Date;
}

export async function insertUser(sql: Queryable, user: User): Promise<void> {
  await sql`
    insert into users (id, company_id, email, role, password_hash)
    values (${user.id}, ${user.companyId}, ${user.email}, ${user.role}, ${user.passwordHash})`;
}

/** Undefined for a removed one too. */
export async function findUserByEmail(sql: Queryable, email: string): Promise<UserWithProofs | undefined> {
  const [user] = await sql<UserWithProofs[]>`
    select ${proofColumns(sql)} from users u left join companies c on c.id = u.company_id
    where lower(u.email) = lower(${email}) and u.removed_at is null`;
  return user;
}

export async function findUser(sql: Queryable, userId: string): Promise<UserWithProofs | undefined> {
  const [user] = await sql<UserWithProofs[]>`
    select ${proofColumns(sql)} from users u left join companies c on c.id = u.company_id
    where u.id = ${userId} and u.removed_at is null`;
  return user;
}

function proofColumns(sql: Queryable): postgres.Fragment {
  return sql`
    u.id, u.company_id, u.email, u.role, u.password_hash, u.totp_secret_encrypted,
    u.totp_confirmed_at is not null as has_totp, coalesce(c.requires_totp, false) as requires_totp,
    date_trunc('milliseconds', clock_timestamp()) as now`;
}

/** False when the password was changed meanwhile: proving the old one proves nothing. */
export async function updatePassword(
  sql: Queryable,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const updated = await sql`
    update users set password_hash = ${to}, password_changed_at = clock_timestamp()
    where id = ${userId} and password_hash = ${from} and removed_at is null
    returning 1`;
  return updated.length > 0;
}

/** Whether what a user proved still holds, and will until the transaction ends. */
export async function proofsStillHold(transaction: Queryable, user: UserWithProofs): Promise<boolean> {
  const held = await transaction`
    select 1 from users
    where id = ${user.id} and password_hash = ${user.passwordHash} and removed_at is null
      and (totp_confirmed_at is not null) = ${user.hasTotp}
    for no key update`;
  return held.length > 0;
}

/** What a list of users shows of each. */
export function memberColumns(sql: Queryable): postgres.Fragment {
  return sql`id, email, role, totp_confirmed_at is not null as has_totp, created_at, last_seen_at`;
}

export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly role: 'operator';
  readonly hasTotp: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

/** In the order they came. */
export async function listOperators(sql: Queryable, limit: number): Promise<Operator[]> {
  return sql<Operator[]>`
    select ${memberColumns(sql)} from users
    where role = 'operator' and removed_at is null
    order by created_at, id
    limit ${limit}`;
}

/** The row stays for the history that names it; the email address is free again. */
export async function markOperatorRemoved(sql: Queryable, userId: string): Promise<void> {
  await sql`
    update users set removed_at = clock_timestamp()
    where id = ${userId} and role = 'operator' and removed_at is null`;
}
