import type { Queryable } from '../connect.ts';

/** Keeps a secret that no code has confirmed yet; false when there is a confirmed one, which is not replaced. */
export async function storeTotpSecret(sql: Queryable, userId: string, sealed: Buffer): Promise<boolean> {
  const stored = await sql`
    update users set totp_secret_encrypted = ${sealed}, totp_last_step = null
    where id = ${userId} and totp_confirmed_at is null and removed_at is null
    returning 1`;
  return stored.length > 0;
}

/** The first code proves that the app has the secret. False when another secret took its place meanwhile. */
export async function markTotpConfirmed(
  sql: Queryable,
  userId: string,
  { sealed, step }: { readonly sealed: Buffer; readonly step: number },
): Promise<boolean> {
  const confirmed = await sql`
    update users set totp_confirmed_at = clock_timestamp(), totp_last_step = ${step}
    where id = ${userId} and totp_secret_encrypted = ${sealed} and totp_confirmed_at is null
    returning 1`;
  return confirmed.length > 0;
}

/** Spends the code of a time step. False when it, or a later one, was spent before: no code works twice. */
export async function spendTotpStep(sql: Queryable, userId: string, step: number): Promise<boolean> {
  const spent = await sql`
    update users set totp_last_step = ${step}
    where id = ${userId} and totp_confirmed_at is not null and coalesce(totp_last_step, 0) < ${step}
    returning 1`;
  return spent.length > 0;
}

/** Back to the password alone; false when there was no second factor. */
export async function clearTotp(sql: Queryable, userId: string): Promise<boolean> {
  const cleared = await sql`
    update users set totp_secret_encrypted = null, totp_confirmed_at = null, totp_last_step = null
    where id = ${userId} and totp_confirmed_at is not null
    returning 1`;
  return cleared.length > 0;
}
