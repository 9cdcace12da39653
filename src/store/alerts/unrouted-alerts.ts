import type { Provider } from '../../rules/provider.ts';
import type { Enrollment } from '../companies/enrollments.ts';
import type { Merchant } from '../companies/merchants.ts';
import type { Queryable } from '../connect.ts';
import { incomingColumns } from './incoming-record.ts';
import { insertRoutedAlerts } from './insert-routed-alerts.ts';

export interface UnroutedAlert {
  readonly id: string;
  readonly provider: Provider;
  readonly providerAlertId: string;
  readonly receivedAt: Date;
  readonly amount: string;
  readonly currency: string;
  readonly descriptor: string;
  readonly acquirerBin: string | null;
  readonly caid: string | null;
  readonly cardBin: string;
  readonly cardLast4: string;
  readonly sameRoute: number;
}

/** Beyond it a count says "at least": nobody needs the exact number, and everybody would wait for it. */
const COUNTED_MAX = 100_000;
const SAME_ROUTE_COUNTED_MAX = 10_000;

/** What waits for an enrollment, newest first. Operator-wide: it is nobody's yet. */
export async function listUnroutedAlerts(
  sql: Queryable,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly alerts: readonly UnroutedAlert[]; readonly total: number }> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from (select 1 from unrouted_alerts limit ${COUNTED_MAX}) counted`;
  const total = row?.total ?? 0;
  if (page.offset >= total) return { alerts: [], total };
  const alerts = await sql<UnroutedAlert[]>`
    select u.id, u.provider, u.received_at, i.provider_alert_id, i.amount::text as amount, i.currency, i.descriptor,
      i.acquirer_bin, i.caid, i.card_bin, i.card_last4,
      (select count(*)::int from (
        select 1 from unrouted_alerts same
        where same.provider = u.provider and same.route_key = u.route_key
        limit ${SAME_ROUTE_COUNTED_MAX}) counted) as same_route
    from (
      select * from unrouted_alerts order by received_at desc, id desc limit ${page.limit} offset ${page.offset}
    ) u, jsonb_to_record(u.facts) as i(${incomingColumns(sql)})
    order by u.received_at desc, u.id desc`;
  return { alerts, total };
}

export type Routing = 'routed' | 'other_provider' | 'gone';

/**
 * Turns one waiting alert into an alert of the enrollment's company, with the time it first arrived and a delivery for
 * each endpoint. Whoever locks its row first takes it; who waited for the lock then finds it gone, so that of two
 * operators, or of one and upkeep, exactly one makes an alert of it.
 */
export async function routeUnroutedAlert(
  sql: Queryable,
  unroutedAlertId: string,
  enrollment: Pick<Enrollment, 'id' | 'companyId' | 'merchantId' | 'provider'>,
  responseWindowMs: number,
): Promise<Routing> {
  const { id, companyId, merchantId, provider } = enrollment;
  const [row] = await sql<{ isWaiting: boolean; isRouted: boolean }[]>`
    with adoption as materialized (
      select date_trunc('milliseconds', clock_timestamp()) as at
    ), waiting as materialized (
      select u.* from unrouted_alerts u where u.id = ${unroutedAlertId} for update
    ), owned as materialized (
      select i.*, ${companyId}::uuid as company_id, ${merchantId}::uuid as merchant_id, ${id}::uuid as enrollment_id,
        w.received_at, at as created_at
      from waiting w, adoption, jsonb_to_record(w.facts) as i(${incomingColumns(sql)})
      where w.provider = ${provider}
    ), ${insertRoutedAlerts(sql, responseWindowMs)}, taken as (
      delete from unrouted_alerts u using routed where u.id = routed.id
      returning 1
    )
    select exists (select 1 from waiting) as is_waiting, exists (select 1 from taken) as is_routed`;
  if (row?.isRouted) return 'routed';
  return row?.isWaiting ? 'other_provider' : 'gone';
}

/** False when the alert no longer waits. The key of its route is copied, since its text may have been masked on the way in. */
export async function insertEnrollmentOfUnrouted(
  sql: Queryable,
  id: string,
  merchant: Merchant,
  unroutedAlertId: string,
): Promise<boolean> {
  const rows = await sql`
    insert into merchant_enrollments
      (id, company_id, merchant_id, provider, descriptor, acquirer_bin, caid, route_key)
    select ${id}::uuid, ${merchant.companyId}::uuid, ${merchant.id}::uuid, u.provider,
      case u.provider when 'provider_a_alerts' then u.facts->>'descriptor' end,
      case u.provider when 'provider_b_rdr' then u.facts->>'acquirer_bin' end,
      case u.provider when 'provider_b_rdr' then u.facts->>'caid' end,
      u.route_key
    from unrouted_alerts u
    where u.id = ${unroutedAlertId}
    returning 1`;
  return rows.length > 0;
}
