import type { AlertFilter } from '../../src/store/alerts/list-alerts.ts';
import { listAlerts } from '../../src/store/alerts/list-alerts.ts';
import type { Queryable, Sql } from '../../src/store/connect.ts';
import { transact } from '../../src/store/transact.ts';

export interface WantedPage {
  readonly companyId: string;
  readonly filter: AlertFilter;
  readonly offset: number;
  readonly limit: number;
}

interface Listed {
  readonly total: number;
  readonly ids: readonly string[];
}

/** A page as the service lists it and as counting and sorting everything gives it, both in one snapshot. */
export async function listBothWays(sql: Sql, wanted: WantedPage): Promise<{ listed: Listed; plain: Listed }> {
  return transact(sql, async (transaction) => {
    await transaction`set transaction isolation level repeatable read`;
    const { total, alerts } = await listAlerts(transaction, wanted.companyId, wanted.filter, wanted);
    return {
      listed: { total, ids: alerts.map(({ id }) => id) },
      plain: await listPlainly(transaction, wanted),
    };
  });
}

async function listPlainly(
  sql: Queryable,
  { companyId, filter, offset, limit }: WantedPage,
): Promise<Listed> {
  const rows = await sql<{ id: string }[]>`
    select id from alerts
    where company_id = ${companyId}
      and status = coalesce(${filter.status ?? null}, status)
      and provider_alert_id = coalesce(${filter.providerAlertId ?? null}, provider_alert_id)
      and card_bin = coalesce(${filter.cardBin ?? null}, card_bin)
      and card_last4 = coalesce(${filter.cardLast4 ?? null}, card_last4)
      and (received_at at time zone 'UTC')::date >= coalesce(${filter.dateFrom ?? null}::date, '-infinity')
      and (received_at at time zone 'UTC')::date <= coalesce(${filter.dateTo ?? null}::date, 'infinity')
    order by received_at desc, id desc`;
  return { total: rows.length, ids: rows.slice(offset, offset + limit).map(({ id }) => id) };
}
