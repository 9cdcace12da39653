import type { AlertFacts } from '../../rules/alert.ts';
import type { IntakeResult } from '../../rules/outcomes.ts';
import type { Queryable } from '../connect.ts';
import { incomingColumns, incomingRecord } from './incoming-record.ts';
import { insertRoutedAlerts } from './insert-routed-alerts.ts';

/** A provider's alert with the id it will keep and the key that decides who owns it. */
export interface IncomingAlert extends AlertFacts {
  readonly id: string;
  readonly routeKey: Buffer;
  readonly acquirerBin: string | null;
}

export interface StoredAlert {
  readonly result: Exclude<IntakeResult, 'invalid'>;
  readonly id: string;
  /** Whose it has become now; null for a duplicate and while nobody owns it. */
  readonly companyId: string | null;
}

/**
 * Stores a set of alerts, each once, each with its company if an enrollment matches and else as unrouted. One
 * statement, so all or nothing. Receipts are inserted in the order of their key: two sets that overlap wait for each
 * other instead of deadlocking.
 */
export async function storeAlerts(
  sql: Queryable,
  incoming: readonly IncomingAlert[],
  responseWindowMs: number,
): Promise<StoredAlert[]> {
  const rows = await sql<StoredAlert[]>`
    with arrival as materialized (
      select date_trunc('milliseconds', clock_timestamp()) as at
    ), incoming as materialized (
      select * from jsonb_to_recordset(${sql.json(firstCopies(incoming).map(incomingRecord))}) as i(${incomingColumns(sql)})
    ), fresh as (
      insert into alert_receipts (provider, provider_alert_id, alert_id, received_at)
      select provider, provider_alert_id, id, at from incoming, arrival
      order by provider, provider_alert_id
      on conflict do nothing
      returning alert_id as id
    ), owned as materialized (
      select incoming.*, e.company_id, e.merchant_id, e.id as enrollment_id, at as received_at, at as created_at
      from fresh
      cross join arrival
      join incoming using (id)
      left join merchant_enrollments e
        on e.provider = incoming.provider and e.route_key = decode(incoming.route_key, 'hex')
    ), ${insertRoutedAlerts(sql, responseWindowMs)}, unrouted as (
      insert into unrouted_alerts (id, provider, route_key, received_at, facts)
      select id, provider, decode(route_key, 'hex'), received_at, to_jsonb(incoming.*)
      from owned join incoming using (id, provider, route_key)
      where company_id is null
    )
    select id, company_id, case when company_id is null then 'unrouted' else 'accepted' end as result from owned`;
  const stored = new Map(rows.map((row): [string, StoredAlert] => [row.id, row]));
  const duplicates = incoming.filter(({ id }) => !stored.has(id));
  const firstIds = await findFirstIds(sql, duplicates);
  return incoming.map(
    (alert) =>
      stored.get(alert.id) ?? {
        result: 'duplicate',
        id: firstIds.get(receiptKey(alert)) ?? alert.id,
        companyId: null,
      },
  );
}

/** Of copies that came together the first in order stands; their ids were made in the same moment and have none. */
function firstCopies(incoming: readonly IncomingAlert[]): readonly IncomingAlert[] {
  const first = new Map<string, IncomingAlert>();
  for (const alert of incoming) {
    if (!first.has(receiptKey(alert))) first.set(receiptKey(alert), alert);
  }
  return [...first.values()];
}

/** The ids that the first copies of these alerts were given: the first one stands. */
async function findFirstIds(
  sql: Queryable,
  duplicates: readonly IncomingAlert[],
): Promise<ReadonlyMap<string, string>> {
  if (duplicates.length === 0) return new Map();
  const keys = duplicates.map(({ provider, providerAlertId }) => ({
    provider,
    provider_alert_id: providerAlertId,
  }));
  const rows = await sql<{ provider: string; providerAlertId: string; alertId: string }[]>`
    select provider, provider_alert_id, alert_id from alert_receipts
    join jsonb_to_recordset(${sql.json(keys)}) as k(provider text, provider_alert_id text)
      using (provider, provider_alert_id)`;
  return new Map(rows.map((row) => [receiptKey(row), row.alertId]));
}

function receiptKey(alert: { readonly provider: string; readonly providerAlertId: string }): string {
  return `${alert.provider} ${alert.providerAlertId}`;
}
