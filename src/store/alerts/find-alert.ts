import type { Alert } from '../../rules/alert.ts';
import type { Queryable } from '../connect.ts';
import { alertColumns } from './alert-columns.ts';

/** The company's alert with this id; another company's is the same as none. */
export async function findAlert(
  sql: Queryable,
  companyId: string,
  alertId: string,
): Promise<Alert | undefined> {
  const [alert] = await sql<Alert[]>`
    select ${alertColumns(sql)} from alerts where company_id = ${companyId} and id = ${alertId}`;
  return alert;
}
