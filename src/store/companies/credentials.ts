import type { Queryable } from '../connect.ts';

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

export type CredentialInsertion = 'inserted' | 'no_company' | 'too_many';

/** The company's row is locked before its credentials are counted, so that two calls cannot both be the last allowed. */
export async function addCredential(
  transaction: Queryable,
  credential: Credential,
  credentialsMax: number,
): Promise<CredentialInsertion> {
  const { companyId } = credential;
  const company = await transaction`select 1 from companies where id = ${companyId} for update`;
  if (company.length === 0) return 'no_company';
  const [row] = await transaction<{ living: number }[]>`
    select count(*)::int as living from credentials where company_id = ${companyId} and revoked_at is null`;
  if (row !== undefined && row.living >= credentialsMax) return 'too_many';
  await insertCredential(transaction, credential);
  return 'inserted';
}

/** Undefined when there is no such credential, of the company if one is named. Revoking twice keeps the first time. */
export async function revokeCredential(
  sql: Queryable,
  clientId: string,
  companyId?: string,
): Promise<{ companyId: string; wasInForce: boolean } | undefined> {
  const [revoked] = await sql<{ companyId: string; wasInForce: boolean }[]>`
    with former as (
      select client_id, company_id, revoked_at is null as was_in_force from credentials
      where client_id = ${clientId} ${companyId === undefined ? sql`` : sql`and company_id = ${companyId}`}
      for update
    ), revoked as (
      update credentials c set revoked_at = clock_timestamp()
      from former
      where c.client_id = former.client_id and was_in_force
    )
    select company_id, was_in_force from former`;
  return revoked;
}
