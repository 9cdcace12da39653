import type { UserRole } from '../../rules/permissions.ts';
import type { Queryable } from '../connect.ts';

/** A session ends this long after it was last used, and at the latest this long after it began. */
const IDLE_MS_MAX = 12 * 3_600_000;
export const SESSION_AGE_MS_MAX = 7 * 24 * 3_600_000;
/** How often a used session is written, so that reading a page costs no write. */
const SEEN_EVERY_MS = 60_000;

/** A session in force, with what is true of its user and company at this moment. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly role: UserRole;
  readonly hasTotp: boolean;
  /** Null for an operator. */
  readonly companyId: string | null;
  readonly companyName: string | null;
  readonly requiresTotp: boolean;
  readonly blockedAt: Date | null;
  readonly blockedReason: string | null;
  /** Not written as seen for a while. */
  readonly isStale: boolean;
  readonly now: Date;
}

export interface NewSession {
  readonly id: string;
  readonly tokenSha256: Buffer;
  readonly userId: string;
  readonly address: string;
  readonly userAgent: string;
}

export interface SignedInDevice {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly address: string;
  readonly userAgent: string;
}

export async function insertSession(sql: Queryable, session: NewSession): Promise<void> {
  await sql`
    with opened as (
      insert into sessions (id, token_sha256, user_id, expires_at, address, user_agent)
      values (${session.id}, ${session.tokenSha256}, ${session.userId},
        clock_timestamp() + ${IDLE_MS_MAX} * interval '1 ms', ${session.address}, ${session.userAgent})
      returning user_id)
    update users set last_seen_at = clock_timestamp() from opened where users.id = opened.user_id`;
}

/** The session with this token, unless it has ended or its user was removed. */
export async function findSession(sql: Queryable, tokenSha256: Buffer): Promise<Session | undefined> {
  const [session] = await sql<Session[]>`
    select s.id, s.user_id, u.email, u.role, u.totp_confirmed_at is not null as has_totp, u.company_id,
      c.name as company_name, coalesce(c.requires_totp, false) as requires_totp, c.blocked_at, c.blocked_reason,
      s.last_seen_at <= clock_timestamp() - ${SEEN_EVERY_MS} * interval '1 ms' as is_stale,
      date_trunc('milliseconds', clock_timestamp()) as now
    from sessions s
    join users u on u.id = s.user_id and u.removed_at is null
    left join companies c on c.id = u.company_id
    where s.token_sha256 = ${tokenSha256} and s.expires_at > clock_timestamp()`;
  return session;
}

/** Notes that the session was used, which moves its end. Two statements, so that neither waits while it holds the other's row. */
export async function markSessionSeen(
  sql: Queryable,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
): Promise<void> {
  await sql`
    update sessions set
      last_seen_at = clock_timestamp(),
      expires_at = least(created_at + ${SESSION_AGE_MS_MAX} * interval '1 ms',
        clock_timestamp() + ${IDLE_MS_MAX} * interval '1 ms')
    where id = ${id} and expires_at > clock_timestamp()`;
  await sql`update users set last_seen_at = clock_timestamp() where id = ${userId}`;
}

/** Newest use first. */
export async function listSessions(sql: Queryable, userId: string): Promise<SignedInDevice[]> {
  return sql<SignedInDevice[]>`
    select id, created_at, last_seen_at, address, user_agent from sessions
    where user_id = ${userId} and expires_at > clock_timestamp()
    order by last_seen_at desc, id desc`;
}

/** False when the user has no such session. */
export async function deleteSession(sql: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const deleted = await sql`
    delete from sessions where id = ${sessionId} and user_id = ${userId} returning 1`;
  return deleted.length > 0;
}

/** Ends the session with this token, if there is one. */
export async function deleteSessionByToken(sql: Queryable, tokenSha256: Buffer): Promise<void> {
  await sql`delete from sessions where token_sha256 = ${tokenSha256}`;
}

/** Ends every session of the user but the one named, if one is. */
export async function deleteOtherSessions(
  sql: Queryable,
  userId: string,
  keptSessionId: string | null,
): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and id is distinct from ${keptSessionId}::uuid`;
}

/** Ends the sessions that a user has beyond the limit, those used longest ago. */
export async function deleteSurplusSessions(
  sql: Queryable,
  userId: string,
  sessionsMax: number,
): Promise<void> {
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId}
      order by last_seen_at desc, id desc
      offset ${sessionsMax})`;
}

/** Bounded: returns how many it deleted; call again while that is `sessionsMax`. */
export async function deleteEndedSessions(sql: Queryable, sessionsMax: number): Promise<number> {
  const deleted = await sql`
    delete from sessions where id in (
      select id from sessions where expires_at <= (select clock_timestamp())
      order by expires_at
      limit ${sessionsMax}
      for update skip locked)
    returning 1`;
  return deleted.length;
}
