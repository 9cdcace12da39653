import { type Static, Type } from 'typebox';
import { shapeAlert } from '../shapes/alert.ts';
import { shapePageMeta } from '../shapes/page.ts';
import { sharedShape } from '../shapes/shared.ts';
import { listAlerts } from '../store/alerts/list-alerts.ts';
import type { Sql } from '../store/connect.ts';
import { type AlertListQuery, PER_PAGE_DEFAULT } from './list-query.ts';

/** Past the end of any list, and still a whole number to the database. */
const OFFSET_MAX = Number.MAX_SAFE_INTEGER;

export const AlertPage = Type.Object({
  data: Type.Array(sharedShape('Alert')),
  meta: sharedShape('PageMeta'),
});

/** The page of the company's alerts that a query asks for. */
export async function readPage(
  sql: Sql,
  companyId: string,
  query: AlertListQuery,
): Promise<Static<typeof AlertPage>> {
  const { page = 1, per_page: perPage = PER_PAGE_DEFAULT } = query;
  const filter = {
    status: query.status,
    providerAlertId: query.provider_alert_id,
    dateFrom: query.date_from,
    dateTo: query.date_to,
    cardBin: query.card_bin,
    cardLast4: query.card_last4,
  };
  const offset = Math.min((page - 1) * perPage, OFFSET_MAX);
  const { alerts, total } = await listAlerts(sql, companyId, filter, { offset, limit: perPage });
  return { data: alerts.map(shapeAlert), meta: shapePageMeta(page, perPage, total) };
}
