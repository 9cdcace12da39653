import type postgres from 'postgres';
import type { Alert, AlertStatus } from '../rules/alert.ts';
import { alertColumns } from './alert-columns.ts';
import type { Queryable } from './connect.ts';

export interface AlertFilter {
  readonly status?: AlertStatus | undefined;
  readonly providerAlertId?: string | undefined;
  /** First day, YYYY-MM-DD, from its first moment in UTC. */
  readonly dateFrom?: string | undefined;
  /** Last day, YYYY-MM-DD, to the end of its last second in UTC (D17). */
  readonly dateTo?: string | undefined;
  readonly cardBin?: string | undefined;
  readonly cardLast4?: string | undefined;
}

export interface AlertPage {
  readonly alerts: readonly Alert[];
  readonly total: number;
}

/** One page of a company's alerts, newest first; `id` breaks ties so that pages never overlap (D18). */
export async function listAlerts(
  sql: Queryable,
  companyId: string,
  filter: AlertFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<AlertPage> {
  const matching = matchingAlerts(sql, companyId, filter);
  const [count] = await sql<{ total: number }[]>`select count(*)::int as total from alerts where ${matching}`;
  const total = count?.total ?? 0;
  if (page.offset >= total) return { alerts: [], total };
  const alerts = await sql<Alert[]>`
    select ${alertColumns(sql)} from alerts where ${matching}
    order by received_at desc, id desc
    limit ${page.limit} offset ${page.offset}`;
  return { alerts, total };
}

function matchingAlerts(sql: Queryable, companyId: string, filter: AlertFilter): postgres.Fragment {
  const { status, providerAlertId, dateFrom, dateTo, cardBin, cardLast4 } = filter;
  return sql`
    company_id = ${companyId}
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    ${providerAlertId === undefined ? sql`` : sql`and provider_alert_id = ${providerAlertId}`}
    ${dateFrom === undefined ? sql`` : sql`and received_at >= ${dateFrom}::date::timestamp at time zone 'UTC'`}
    ${dateTo === undefined ? sql`` : sql`and received_at < (${dateTo}::date + 1)::timestamp at time zone 'UTC'`}
    ${cardBin === undefined ? sql`` : sql`and card_bin = ${cardBin}`}
    ${cardLast4 === undefined ? sql`` : sql`and card_last4 = ${cardLast4}`}`;
}
