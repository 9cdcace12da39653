import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';

export async function insertCompany(sql: Queryable, company: { id: string; name: string }): Promise<void> {
  await sql`insert into companies (id, name) values (${company.id}, ${company.name})`;
}

export async function companyExists(sql: Queryable, companyId: string): Promise<boolean> {
  const rows = await sql`select 1 from companies where id = ${companyId}`;
  return rows.length > 0;
}

/** Blocking a blocked company keeps its first time and takes the new reason. */
export async function markCompanyBlocked(sql: Queryable, companyId: string, reason: string): Promise<void> {
  await sql`
    update companies set blocked_at = coalesce(blocked_at, clock_timestamp()), blocked_reason = ${reason}
    where id = ${companyId}`;
}

/** False when it was not blocked. */
export async function clearCompanyBlock(sql: Queryable, companyId: string): Promise<boolean> {
  const rows = await sql`
    update companies set blocked_at = null, blocked_reason = null
    where id = ${companyId} and blocked_at is not null
    returning 1`;
  return rows.length > 0;
}

export async function findBlockedCompanies(
  sql: Queryable,
  companyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select id from companies where id = any(${column(sql, 'uuid', companyIds)}) and blocked_at is not null`;
  return new Set(rows.map(({ id }) => id));
}
