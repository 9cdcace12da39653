import type { Queryable } from '../connect.ts';

/** The company's endpoints whose webhooks wait: each that is paused, or all while the company is blocked (D7). */
export async function findHeldEndpoints(sql: Queryable, companyId: string): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select e.id from webhook_endpoints e join companies c on c.id = e.company_id
    where e.company_id = ${companyId} and (e.paused_at is not null or c.blocked_at is not null)`;
  return new Set(rows.map(({ id }) => id));
}
