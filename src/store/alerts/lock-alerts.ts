import type { AnswerableAlert } from '../../rules/status-change.ts';
import type { Queryable } from '../connect.ts';

export interface AlertKey {
  readonly companyId: string;
  readonly alertId: string;
}

export interface LockedAlert extends AnswerableAlert {
  readonly companyId: string;
  readonly id: string;
}

/** Locks the alerts that exist among these, in the order of their key, so that two sets never deadlock. */
export async function lockAlerts(sql: Queryable, keys: readonly AlertKey[]): Promise<readonly LockedAlert[]> {
  const wanted = keys.map(({ companyId, alertId }) => ({ company_id: companyId, id: alertId }));
  return sql<LockedAlert[]>`
    select company_id, id, provider, status, received_at, expires_at
    from alerts
    where (company_id, id) in (
      select company_id, id from jsonb_to_recordset(${sql.json(wanted)}) as w(company_id uuid, id uuid))
    order by company_id, id
    for update`;
}
