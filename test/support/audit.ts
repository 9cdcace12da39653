import type { Sql } from '../../src/store/connect.ts';

interface AuditRow {
  readonly actor: string;
  readonly userId: string | null;
  readonly companyId: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: unknown;
  readonly address: string;
}

/** The newest row of the audit log, to read from there on. */
export async function auditMark(sql: Sql): Promise<string> {
  const [row] = await sql<{ mark: string }[]>`select coalesce(max(audit_id), 0)::text as mark from audit_log`;
  return row?.mark ?? '0';
}

export async function readAuditSince(sql: Sql, mark: string): Promise<AuditRow[]> {
  const rows = await sql<AuditRow[]>`
    select actor, user_id, company_id, action, subject, details, address from audit_log
    where audit_id > ${mark} order by audit_id`;
  return [...rows];
}
