import type { Queryable } from '../connect.ts';

/** Whether the company has ever received an alert. */
export async function hasAlerts(sql: Queryable, companyId: string): Promise<boolean> {
  const rows = await sql`select 1 from alerts where company_id = ${companyId} limit 1`;
  return rows.length > 0;
}
