import type { Queryable } from '../connect.ts';

/**
 * The given secret signs from now on, and the one before it too for a while (D23). There is one place for a previous
 * secret: of two rotations in a row only the later one's is kept.
 */
export async function replaceSecret(
  sql: Queryable,
  companyId: string,
  endpointId: string,
  secretEncrypted: Buffer,
  previousSignsForMs: number,
): Promise<Date | undefined> {
  const [rotated] = await sql<{ previousSecretUntil: Date }[]>`
    update webhook_endpoints set
      previous_secret_encrypted = secret_encrypted,
      previous_secret_until = clock_timestamp() + ${previousSignsForMs} * interval '1 ms',
      secret_encrypted = ${secretEncrypted}
    where company_id = ${companyId} and id = ${endpointId}
    returning previous_secret_until`;
  return rotated?.previousSecretUntil;
}
