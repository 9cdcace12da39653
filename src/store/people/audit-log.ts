import type postgres from 'postgres';
import type { Queryable } from '../connect.ts';

/** Who does something, as the log will tell it. */
export interface Doer {
  /** Null where no user does it, such as at the command line. */
  readonly userId: string | null;
  /** In words that outlive the user: the email address, or what stands in its place. */
  readonly email: string;
  /** Null for whoever acts across companies. */
  readonly companyId: string | null;
  readonly address: string;
}

/** What somebody did. `details` never holds a secret. */
export interface Deed {
  readonly action: string;
  readonly subject: string;
  readonly details?: postgres.JSONValue | undefined;
  /** The company it was done to, where that is not the doer's own: an operator has none. */
  readonly companyId?: string | null | undefined;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly address: string;
  readonly companyName: string | null;
}

export interface AuditFilter {
  /** Only entries older than this one. */
  readonly before?: string | undefined;
  /** A whole action, such as `user.invited`, or the first word of several. */
  readonly action?: string | undefined;
  /** Somewhere in who, what, or the details. */
  readonly search?: string | undefined;
}

/**
 * Leaves a row in the log, in the transaction of what was done: both or neither. There is no statement that changes a
 * row; only retention deletes, and only what is old.
 */
export async function recordDeed(sql: Queryable, doer: Doer, deed: Deed): Promise<void> {
  await sql`
    insert into audit_log (company_id, user_id, actor, action, subject, details, address)
    values (${deed.companyId ?? doer.companyId}, ${doer.userId}, ${doer.email}, ${deed.action}, ${deed.subject},
      ${sql.json(deed.details ?? {})}, ${doer.address})`;
}

/** At most one row a minute for each address: anybody can make as many as they like. */
export async function recordRefusedSignIn(
  sql: Queryable,
  { companyId, userId, email, address }: Doer,
  details: postgres.JSONValue,
): Promise<void> {
  await sql`
    insert into audit_log (company_id, user_id, actor, action, subject, details, address)
    values (${companyId}, ${userId}, ${email}, 'session.refused', ${email}, ${sql.json(details)}, ${address})
    on conflict do nothing`;
}

/** A company's entries, newest first. */
export async function listAuditLog(
  sql: Queryable,
  companyId: string,
  filter: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  return sql<AuditEntry[]>`
    select a.audit_id as id, a.at, a.actor, a.action, a.subject, a.details, a.address, null as company_name
    from audit_log a
    where a.company_id = ${companyId} and ${matching(sql, filter)}
    order by a.audit_id desc
    limit ${limit}`;
}

/** What was done in and to all companies, newest first. */
export async function listWholeAuditLog(
  sql: Queryable,
  filter: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  return sql<AuditEntry[]>`
    select a.audit_id as id, a.at, a.actor, a.action, a.subject, a.details, a.address, c.name as company_name
    from audit_log a left join companies c on c.id = a.company_id
    where ${matching(sql, filter)}
    order by a.audit_id desc
    limit ${limit}`;
}

function matching(sql: Queryable, { before, action, search }: AuditFilter) {
  return sql`
    ${before === undefined ? sql`true` : sql`a.audit_id < ${before}`}
    and ${action === undefined ? sql`true` : sql`(a.action = ${action} or starts_with(a.action, ${`${action}.`}))`}
    and ${
      search === undefined
        ? sql`true`
        : sql`position(lower(${search}) in lower(concat_ws(' ', a.actor, a.action, a.subject, a.details, a.address))) > 0`
    }`;
}
