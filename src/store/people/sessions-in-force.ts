import type { Queryable } from '../connect.ts';

/** Whether a session has neither ended nor lost its user. Asking does not count as using it. */
export async function isSessionInForce(sql: Queryable, sessionId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from sessions s
    join users u on u.id = s.user_id and u.removed_at is null
    where s.id = ${sessionId} and s.expires_at > clock_timestamp()`;
  return rows.length > 0;
}
