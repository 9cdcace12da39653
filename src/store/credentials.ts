import type { Queryable } from './connect.ts';

export interface Credential {
  readonly clientId: string;
  readonly companyId: string;
  readonly secretSha256: Buffer;
}

/** The credential in force with this client id; a revoked one is the same as none. */
export async function findCredential(sql: Queryable, clientId: string): Promise<Credential | undefined> {
  const [credential] = await sql<Credential[]>`
    select client_id, company_id, secret_sha256 from credentials
    where client_id = ${clientId} and revoked_at is null`;
  return credential;
}

export async function insertCredential(sql: Queryable, credential: Credential): Promise<void> {
  await sql`
    insert into credentials (client_id, company_id, secret_sha256)
    values (${credential.clientId}, ${credential.companyId}, ${credential.secretSha256})`;
}

/** False when there is no such credential. Revoking twice keeps the first time. */
export async function revokeCredential(sql: Queryable, clientId: string): Promise<boolean> {
  const rows = await sql`
    update credentials set revoked_at = coalesce(revoked_at, clock_timestamp())
    where client_id = ${clientId}
    returning 1`;
  return rows.length > 0;
}
