import type { Sql } from '../../src/store/connect.ts';

/** Lets time pass for one alert by moving the moments it was received and falls due into the past. */
export async function ageAlert(sql: Sql, alertId: string, ageMs: number): Promise<void> {
  await sql`
    update alerts set
      received_at = received_at - ${ageMs} * interval '1 ms',
      expires_at = expires_at - ${ageMs} * interval '1 ms'
    where id = ${alertId}`;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
