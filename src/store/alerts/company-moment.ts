import type { Queryable } from '../connect.ts';

/** What decides with an alert's own state about the next answer to it: the one clock, and whether the company may answer. */
export interface CompanyMoment {
  readonly now: Date;
  readonly isCompanyBlocked: boolean;
}

export async function readCompanyMoment(sql: Queryable, companyId: string): Promise<CompanyMoment> {
  const [moment] = await sql<CompanyMoment[]>`
    select date_trunc('milliseconds', clock_timestamp()) as now, blocked_at is not null as is_company_blocked
    from companies where id = ${companyId}`;
  if (moment === undefined) throw new Error('A person belongs to a company that does not exist');
  return moment;
}
