import type { Queryable } from '../connect.ts';

/** Each deletes up to `rowsMax` rows that are older than the border, and returns how many; fewer means that was all. */
export type DeleteOldRecords = (sql: Queryable, border: Date, rowsMax: number) => Promise<number>;

/** Alerts that never found an enrollment, with their receipts. What an operator is assigning this moment is left out. */
export const deleteOldUnroutedAlerts: DeleteOldRecords = async (sql, border, rowsMax) => {
  const deleted = await sql`
    with old as materialized (
      select id, provider, facts->>'provider_alert_id' as provider_alert_id from unrouted_alerts
      where received_at <= ${border}
      order by received_at
      limit ${rowsMax}
      for update skip locked
    ), receipt as (
      delete from alert_receipts r using old
      where r.provider = old.provider and r.provider_alert_id = old.provider_alert_id and r.alert_id = old.id
    )
    delete from unrouted_alerts u using old where u.id = old.id
    returning 1`;
  return deleted.length;
};

/** The log is numbered in the order of time, so the oldest are the first, and looking at those is enough. */
export const deleteOldAuditLog: DeleteOldRecords = async (sql, border, rowsMax) => {
  const deleted = await sql`
    delete from audit_log where audit_id in (
      select audit_id from (select audit_id, at from audit_log order by audit_id limit ${rowsMax}) as first
      where at <= ${border})
    returning 1`;
  return deleted.length;
};

/** Whole days that ended before the border. */
export const deleteOldLegacyCalls: DeleteOldRecords = async (sql, border, rowsMax) => {
  const deleted = await sql`
    delete from legacy_calls where (company_id, client_id, alias, day) in (
      select company_id, client_id, alias, day from legacy_calls
      where day < (${border}::timestamptz at time zone 'UTC')::date
      limit ${rowsMax})
    returning 1`;
  return deleted.length;
};

export const deleteOldInvitations: DeleteOldRecords = async (sql, border, rowsMax) => {
  const deleted = await sql`
    delete from invitations where id in (
      select id from invitations where expires_at <= ${border} limit ${rowsMax})
    returning 1`;
  return deleted.length;
};
