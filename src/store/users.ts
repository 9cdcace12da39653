import type { UserRole } from '../rules/permissions.ts';
import type { Queryable } from './connect.ts';

export interface User {
  readonly id: string;
  /** Null for an operator, who belongs to no company. */
  readonly companyId: string | null;
  readonly email: string;
  readonly role: UserRole;
  readonly passwordHash: string;
}

export async function insertUser(sql: Queryable, user: User): Promise<void> {
  await sql`
    insert into users (id, company_id, email, role, password_hash)
    values (${user.id}, ${user.companyId}, ${user.email}, ${user.role}, ${user.passwordHash})`;
}
