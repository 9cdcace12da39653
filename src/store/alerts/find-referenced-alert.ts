import type { Alert } from '../../rules/alert.ts';
import { isUuid } from '../../rules/uuid.ts';
import type { Queryable } from '../connect.ts';
import { alertColumns } from './alert-columns.ts';

/** The alert an older integration means by `alert_id`: the provider's identifier or our own; the newest wins (D20). */
export async function findAlertByReference(
  sql: Queryable,
  companyId: string,
  reference: string,
): Promise<Alert | undefined> {
  const ownId = isUuid(reference) ? reference : null;
  const [alert] = await sql<Alert[]>`
    select ${alertColumns(sql)} from alerts
    where company_id = ${companyId} and (provider_alert_id = ${reference} or id = ${ownId})
    order by received_at desc, id desc
    limit 1`;
  return alert;
}

export async function findAlertByAuthCode(
  sql: Queryable,
  companyId: string,
  authCode: string,
): Promise<Alert | undefined> {
  const [alert] = await sql<Alert[]>`
    select ${alertColumns(sql)} from alerts
    where company_id = ${companyId} and auth_code = ${authCode} and auth_code <> ''
    order by received_at desc, id desc
    limit 1`;
  return alert;
}
