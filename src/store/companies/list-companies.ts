import type postgres from 'postgres';
import { isUuid } from '../../rules/uuid.ts';
import type { Queryable } from '../connect.ts';

export interface CompanyRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly blockedAt: Date | null;
  readonly blockedReason: string | null;
  readonly merchants: number;
  readonly users: number;
  readonly endpoints: number;
}

export interface CompanyPage {
  /** Part of the name, or the id. */
  readonly search?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Companies, newest first. For the operator. */
export async function listCompanies(
  sql: Queryable,
  { search, offset, limit }: CompanyPage,
): Promise<{ readonly companies: readonly CompanyRow[]; readonly total: number }> {
  const matching =
    search === undefined
      ? sql`true`
      : sql`(position(lower(${search}) in lower(c.name)) > 0 or c.id = ${isUuid(search) ? search : null})`;
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from companies c where ${matching}`;
  const total = row?.total ?? 0;
  if (offset >= total) return { companies: [], total };
  const companies = await sql<CompanyRow[]>`
    select ${companyColumns(sql)} from companies c
    where ${matching}
    order by c.created_at desc, c.id desc
    limit ${limit} offset ${offset}`;
  return { companies, total };
}

export async function findCompanyRow(sql: Queryable, companyId: string): Promise<CompanyRow | undefined> {
  const [company] = await sql<CompanyRow[]>`
    select ${companyColumns(sql)} from companies c where c.id = ${companyId}`;
  return company;
}

function companyColumns(sql: Queryable): postgres.Fragment {
  return sql`
    c.id, c.name, c.created_at, c.blocked_at, c.blocked_reason,
    (select count(*)::int from merchants m where m.company_id = c.id) as merchants,
    (select count(*)::int from users u where u.company_id = c.id and u.removed_at is null) as users,
    (select count(*)::int from webhook_endpoints e where e.company_id = c.id) as endpoints`;
}
