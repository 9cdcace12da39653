import type { AlertStatus } from '../../src/rules/alert.ts';
import type { Sql } from '../../src/store/connect.ts';

/** Puts a stored alert where a test needs it: at a moment, in a status. */
export async function placeAlert(
  sql: Sql,
  alertId: string,
  { receivedAt, status }: { receivedAt?: string; status?: AlertStatus },
): Promise<void> {
  await sql`
    update alerts set
      received_at = coalesce(${receivedAt ?? null}::timestamptz, received_at),
      expires_at = coalesce(${receivedAt ?? null}::timestamptz + interval '24 hours', expires_at),
      status = coalesce(${status ?? null}, status)
    where id = ${alertId}`;
}
