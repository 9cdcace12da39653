import { alertOrder, type AlertSearch, isWholeView } from '../../rules/alert-search.ts';
import type { AlertRow } from '../../rules/alert.ts';
import { shapeAlertRow } from '../../shapes/dashboard/alert-row.ts';
import type { AlertPageShape } from '../../shapes/dashboard/alerts.ts';
import { shapePageMeta } from '../../shapes/page.ts';
import { findAlertRows, findFewMatching, listAlertRows } from '../../store/alerts/alert-rows.ts';
import { readCompanyMoment } from '../../store/alerts/company-moment.ts';
import { listMerchantNames } from '../../store/companies/list-merchant-names.ts';
import type { Sql } from '../../store/connect.ts';
import { countAlerts } from '../../store/tallies/count-alerts.ts';
import { countViews, type CountViewsParts } from './count-views.ts';

const MERCHANTS_MAX = 500;
/** Up to this many are found in one pass and sorted; more than that turn up quickly when the list is walked in order. */
const FEW_MAX = 5000;

export interface AlertListParts extends CountViewsParts {
  readonly sql: Sql;
  readonly followUpWindowMs: number;
}

export interface WantedPage {
  readonly search: AlertSearch;
  readonly page: number;
  readonly perPage: number;
}

/** A page of the dashboard's list, every part of it as of one moment of the database's clock. */
export async function listAlertsPage(
  parts: AlertListParts,
  companyId: string,
  wanted: WantedPage,
): Promise<AlertPageShape> {
  const { sql, followUpWindowMs } = parts;
  const moment = await readCompanyMoment(sql, companyId);
  const viewTotals = await countViews(parts, companyId, moment.now);
  const found = isWholeView(wanted.search)
    ? await pageOfMany(sql, companyId, wanted, { now: moment.now, total: viewTotals[wanted.search.view] })
    : await pageOfMatching(sql, companyId, wanted, moment.now);
  return {
    data: found.rows.map((row) => shapeAlertRow(row, { ...moment, followUpWindowMs })),
    meta: shapePageMeta(wanted.page, wanted.perPage, found.total),
    view_totals: viewTotals,
    merchants: await listMerchantNames(sql, companyId, MERCHANTS_MAX),
    server_time: moment.now.toISOString(),
  };
}

interface FoundPage {
  readonly rows: readonly AlertRow[];
  readonly total: number;
}

async function pageOfMatching(
  sql: Sql,
  companyId: string,
  wanted: WantedPage,
  now: Date,
): Promise<FoundPage> {
  const { search, page, perPage } = wanted;
  const few = await findFewMatching(sql, companyId, search, { now, alertsMax: FEW_MAX });
  if (few === undefined) {
    return pageOfMany(sql, companyId, wanted, { now, total: await countAlerts(sql, companyId, search, now) });
  }
  const alertIds = few.slice((page - 1) * perPage, page * perPage);
  return { rows: await findAlertRows(sql, companyId, alertIds, alertOrder(search)), total: few.length };
}

async function pageOfMany(
  sql: Sql,
  companyId: string,
  { search, page, perPage }: WantedPage,
  { now, total }: { readonly now: Date; readonly total: number },
): Promise<FoundPage> {
  const offset = (page - 1) * perPage;
  if (offset >= total) return { rows: [], total };
  return { rows: await listAlertRows(sql, companyId, search, { now, offset, limit: perPage }), total };
}
