import type postgres from 'postgres';
import type { AlertSearch, AlertView } from '../../rules/alert-search.ts';
import type { SearchText } from '../../rules/search-text.ts';
import type { Queryable } from '../connect.ts';

/**
 * The condition that a search puts on `alerts a` of a company. The statement it stands in names the company itself.
 * `now` is the database's clock, read once for all statements that must agree.
 */
export function matchesSearch(
  sql: Queryable,
  companyId: string,
  search: AlertSearch,
  now: Date,
): postgres.Fragment {
  const { view, status, provider, merchantId, providerAlertId, dateFrom, dateTo } = search;
  const { cardBin, cardLast4, dueWithinHours, text } = search;
  return sql`
    a.company_id = ${companyId}
    ${view === 'all' ? sql`` : sql`and ${isInView(sql, view, now)}`}
    ${status === undefined ? sql`` : sql`and a.status = ${status}`}
    ${provider === undefined ? sql`` : sql`and a.provider = ${provider}`}
    ${merchantId === undefined ? sql`` : sql`and a.merchant_id = ${merchantId}`}
    ${providerAlertId === undefined ? sql`` : sql`and a.provider_alert_id = ${providerAlertId}`}
    ${dateFrom === undefined ? sql`` : sql`and a.received_at >= ${dateFrom}::date::timestamp at time zone 'UTC'`}
    ${dateTo === undefined ? sql`` : sql`and a.received_at < (${dateTo}::date + 1)::timestamp at time zone 'UTC'`}
    ${cardBin === undefined ? sql`` : sql`and a.card_bin = ${cardBin}`}
    ${cardLast4 === undefined ? sql`` : sql`and a.card_last4 = ${cardLast4}`}
    ${dueWithinHours === undefined ? sql`` : sql`and ${isDueWithin(sql, dueWithinHours, now)}`}
    ${text === undefined ? sql`` : sql`and ${matchesText(sql, companyId, text)}`}`;
}

/** Written with the words of the index `alerts_needing_answer`, so that it is used. */
function isInView(sql: Queryable, view: Exclude<AlertView, 'all'>, now: Date): postgres.Fragment {
  switch (view) {
    case 'needs_answer':
      return sql`a.status = 'pending' and a.provider = 'provider_a_alerts' and a.expires_at > ${now}`;
    case 'answered':
      return sql`a.status in ('notfound', 'account_suspended', 'other') and a.provider = 'provider_a_alerts'`;
    case 'expired':
      return sql`
        a.provider = 'provider_a_alerts'
        and (a.status = 'expired' or a.status = 'pending' and a.expires_at <= ${now})`;
    case 'auto_refunded':
      return sql`a.provider = 'provider_b_rdr'`;
  }
}

function isDueWithin(sql: Queryable, hours: number, now: Date): postgres.Fragment {
  const until = new Date(now.getTime() + hours * HOUR_MS);
  return sql`${isInView(sql, 'needs_answer', now)} and a.expires_at <= ${until}`;
}

const HOUR_MS = 3_600_000;

function matchesText(sql: Queryable, companyId: string, text: SearchText): postgres.Fragment {
  if (text.kind === 'alert_id') return sql`a.id = ${text.alertId}`;
  const { identifier, cardLast4, cardBin, amount, part } = text;
  return sql`(
    a.provider_alert_id ^@ ${identifier} or a.auth_code = ${identifier} or a.arn = ${identifier}
    ${cardLast4 === undefined ? sql`` : sql`or a.card_last4 = ${cardLast4}`}
    ${cardBin === undefined ? sql`` : sql`or a.card_bin ^@ ${cardBin}`}
    ${amount === undefined ? sql`` : sql`or a.amount = ${amount}::numeric`}
    ${part === undefined ? sql`` : sql`or ${containsPart(sql, companyId, part)}`})`;
}

function containsPart(sql: Queryable, companyId: string, part: string): postgres.Fragment {
  const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`
    a.descriptor ilike ${pattern} or a.issuer ilike ${pattern} or a.merchant_id in (
      select m.id from merchants m where m.company_id = ${companyId} and m.name ilike ${pattern})`;
}
