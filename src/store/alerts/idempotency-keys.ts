import type postgres from 'postgres';
import type { Queryable } from '../connect.ts';

export interface KeyedRequest {
  readonly companyId: string;
  /** The client's key may hold anything; only its digest is kept. */
  readonly keySha256: Buffer;
  /** Digest of everything the request asks for: the same key with a different one is a mistake of the client. */
  readonly fingerprint: Buffer;
}

export type KeyClaim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'answered'; readonly outcome: postgres.JSONValue }
  | { readonly kind: 'reused' };

const KEPT_MS = 24 * 3_600_000;

/**
 * Claims the key for this transaction. A request that comes second waits here until the first has committed, and
 * then gets its outcome. A key older than a day is as good as new (D15).
 */
export async function claimIdempotencyKey(sql: Queryable, request: KeyedRequest): Promise<KeyClaim> {
  const { companyId, keySha256, fingerprint } = request;
  const claimed = await sql`
    insert into idempotency_keys as k (company_id, key_sha256, fingerprint, created_at)
    values (${companyId}, ${keySha256}, ${fingerprint}, clock_timestamp())
    on conflict (company_id, key_sha256) do update
      set fingerprint = excluded.fingerprint, created_at = excluded.created_at, outcome = null
      where k.created_at <= clock_timestamp() - ${KEPT_MS} * interval '1 ms'
    returning 1`;
  if (claimed.length > 0) return { kind: 'claimed' };
  const [first] = await sql<{ fingerprint: Buffer; outcome: postgres.JSONValue }[]>`
    select fingerprint, outcome from idempotency_keys where company_id = ${companyId} and key_sha256 = ${keySha256}`;
  if (first === undefined || !fingerprint.equals(first.fingerprint)) return { kind: 'reused' };
  return { kind: 'answered', outcome: first.outcome };
}

export async function recordKeyedOutcome(
  sql: Queryable,
  request: KeyedRequest,
  outcome: postgres.JSONValue,
): Promise<void> {
  await sql`
    update idempotency_keys set outcome = ${sql.json(outcome)}
    where company_id = ${request.companyId} and key_sha256 = ${request.keySha256}`;
}

/** Gives a claimed key back, so that a request that was not processed may be tried again. */
export async function releaseIdempotencyKey(sql: Queryable, request: KeyedRequest): Promise<void> {
  await sql`delete from idempotency_keys where company_id = ${request.companyId} and key_sha256 = ${request.keySha256}`;
}

/** Bounded: returns how many it deleted; call again while that is `keysMax`. */
export async function deleteOldIdempotencyKeys(sql: Queryable, keysMax: number): Promise<number> {
  const deleted = await sql`
    delete from idempotency_keys where (company_id, key_sha256) in (
      select company_id, key_sha256 from idempotency_keys
      where created_at <= (select clock_timestamp()) - ${KEPT_MS} * interval '1 ms'
      order by created_at
      limit ${keysMax}
      for update skip locked)
    returning 1`;
  return deleted.length;
}
