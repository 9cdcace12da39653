import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';

/** Notes that these credentials were used just now, in the order of their id, so that two processes never wait in a circle. */
export async function noteCredentialUses(sql: Queryable, clientIds: readonly string[]): Promise<void> {
  await sql`
    update credentials c set last_used_at = clock_timestamp()
    from (
      select client_id from credentials
      where client_id = any(${column(sql, 'text', clientIds)})
      order by client_id
      for update) used
    where c.client_id = used.client_id`;
}
