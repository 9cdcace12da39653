import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Credential, findCredential } from '../store/companies/credentials.ts';
import type { Sql } from '../store/connect.ts';
import { createRateLimit } from './rate-limit.ts';
import { RefusalError } from './refusal-error.ts';

/** Who calls: the credential and the company that everything it does is limited to. */
export interface Caller {
  readonly clientId: string;
  readonly companyId: string;
}

export type Authenticate = (
  request: FastifyRequest,
  schemes: 'basic' | 'basic_or_headers',
) => Promise<Caller>;

/** Short enough that a revoked credential stops working within a second on every process. */
const VERIFIED_KEPT_MS = 500;
const VERIFIED_MAX = 10_000;
const CREDENTIAL_LENGTH_MAX = 255;

/**
 * Verifies credentials. Only a success is remembered: a wrong secret and an unknown client id both cost one look-up
 * and one comparison, so that time tells nothing about which client ids exist.
 */
export function createAuthenticate(
  sql: Sql,
  requestsPerMinute: number,
  noteUse: (clientId: string) => void = () => {},
): Authenticate {
  const verified = new Map<string, { credential: Credential; untilMs: number }>();
  const limitRate = createRateLimit(requestsPerMinute);

  async function verify(clientId: string, clientSecret: string): Promise<Credential | undefined> {
    const secretSha256 = hash('sha256', clientSecret, 'buffer');
    const remembered = verified.get(clientId);
    if (
      remembered !== undefined &&
      remembered.untilMs > performance.now() &&
      timingSafeEqual(remembered.credential.secretSha256, secretSha256)
    ) {
      return remembered.credential;
    }
    const credential = await findCredential(sql, clientId);
    if (!timingSafeEqual(credential?.secretSha256 ?? NO_SECRET_SHA256, secretSha256)) return undefined;
    if (verified.size >= VERIFIED_MAX) verified.clear();
    if (credential) verified.set(clientId, { credential, untilMs: performance.now() + VERIFIED_KEPT_MS });
    return credential;
  }

  return async (request, schemes) => {
    const given =
      readBasic(request) ?? (schemes === 'basic_or_headers' ? readLegacyHeaders(request) : undefined);
    const credential = given && (await verify(given.clientId, given.clientSecret));
    if (credential === undefined) throw new RefusalError('unauthorized');
    noteUse(credential.clientId);
    const rate = limitRate(credential.clientId);
    if (rate.kind === 'wait') {
      throw new RefusalError('rate_limited', { retryAfterSeconds: rate.retryAfterSeconds });
    }
    return { clientId: credential.clientId, companyId: credential.companyId };
  };
}

/** No secret has this digest. */
const NO_SECRET_SHA256 = Buffer.alloc(32);

interface GivenCredential {
  readonly clientId: string;
  readonly clientSecret: string;
}

function readBasic(request: FastifyRequest): GivenCredential | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(request.headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : limitLength(text.slice(0, colon), text.slice(colon + 1));
}

function readLegacyHeaders(request: FastifyRequest): GivenCredential | undefined {
  const { clientid, clientkey } = request.headers;
  return typeof clientid === 'string' && typeof clientkey === 'string'
    ? limitLength(clientid, clientkey)
    : undefined;
}

/** Longer ones, and ones with a NUL, which PostgreSQL cannot hold, cannot be credentials of ours. */
function limitLength(clientId: string, clientSecret: string): GivenCredential | undefined {
  const fits =
    clientId.length <= CREDENTIAL_LENGTH_MAX &&
    clientSecret.length <= CREDENTIAL_LENGTH_MAX &&
    !clientId.includes('\0');
  return fits ? { clientId, clientSecret } : undefined;
}
