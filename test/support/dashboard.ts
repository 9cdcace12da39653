import { randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from '../../src/backoffice/account/password.ts';
import type { UserRole } from '../../src/rules/permissions.ts';
import { createToken } from '../../src/signing/token.ts';
import type { Sql } from '../../src/store/connect.ts';
import { insertSession } from '../../src/store/people/sessions.ts';
import { insertUser } from '../../src/store/people/users.ts';
import type { Answer } from './client.ts';
import { createTestCompany } from './company.ts';

export const TEST_PASSWORD = 'a password of some length';
let passwordHash: Promise<string> | undefined;

// oxlint-disable-next-line typescript/no-explicit-any -- what comes back is asserted, not trusted
type Json = any;

/** Where somebody signs in. */
interface ServedDashboard {
  readonly url: string;
  readonly sql: Sql;
}

export interface TestUser {
  readonly userId: string;
  readonly email: string;
  /** Null for an operator. */
  readonly companyId: string | null;
}

export interface CallOptions {
  readonly headers?: Record<string, string>;
}

export type DashboardClient = ReturnType<typeof createDashboardClient>;
export type SignedInClient = DashboardClient & TestUser & { readonly sessionId: string };

/** A user straight in the store, with TEST_PASSWORD; of a new company unless one is named. */
export async function createTestUser(
  sql: Sql,
  { role, companyId }: { role: UserRole; companyId?: string | undefined },
): Promise<TestUser> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  const company = role === 'operator' ? null : (companyId ?? (await createTestCompany(sql)).companyId);
  const user = {
    userId: randomUUID(),
    email: `${role}.${randomBytes(6).toString('hex')}@company.example`,
    companyId: company,
  };
  await insertUser(sql, {
    id: user.userId,
    companyId: user.companyId,
    email: user.email,
    role,
    passwordHash: await passwordHash,
  });
  return user;
}

/** A new user who is signed in already, without the cost of a password. */
export async function signIn(
  service: ServedDashboard,
  who: { role: UserRole; companyId?: string | undefined },
): Promise<SignedInClient> {
  return signInAs(service, await createTestUser(service.sql, who));
}

/** Another session of a user. */
export async function signInAs(service: ServedDashboard, user: TestUser): Promise<SignedInClient> {
  const { token, sha256 } = createToken();
  const sessionId = randomUUID();
  await insertSession(service.sql, {
    id: sessionId,
    tokenSha256: sha256,
    userId: user.userId,
    address: '203.0.113.7',
    userAgent: 'test',
  });
  const { userId, email, companyId } = user;
  return { ...createDashboardClient(service.url, `session=${token}`), userId, email, companyId, sessionId };
}

/** A browser at the dashboard: `path` is what follows `/dashboard/api`. It keeps the cookie that an answer sets. */
export function createDashboardClient(url: string, signedInCookie?: string) {
  let cookie = signedInCookie;
  async function call(
    method: string,
    path: string,
    body?: unknown,
    { headers = {} }: CallOptions = {},
  ): Promise<Answer<Json>> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${url}/dashboard/api${path}`, {
      method,
      headers: {
        origin: new URL(url).origin,
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : isRaw ? Buffer.from(body) : JSON.stringify(body),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = /Max-Age=0|1970/.test(set) ? undefined : set.split(';')[0];
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    } as Answer<Json>;
  }
  return {
    call,
    cookie: () => cookie,
    get: (path: string, options?: CallOptions) => call('GET', path, undefined, options),
    post: (path: string, body?: unknown, options?: CallOptions) => call('POST', path, body, options),
    patch: (path: string, body?: unknown, options?: CallOptions) => call('PATCH', path, body, options),
    delete: (path: string, options?: CallOptions) => call('DELETE', path, undefined, options),
  };
}
