import type { Sql } from '../../src/store/connect.ts';
import type { FakeProviderA } from '../../test/support/provider-a.ts';
import type { ReceivedRequest } from '../../test/support/receiver.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import type { KnownAlert, Ledger } from './ledger.ts';
import { atLeast, type FaultRow, none, noneOf } from './report.ts';

export interface Witnesses {
  readonly ledger: Ledger;
  readonly requests: readonly ReceivedRequest[];
  readonly provider: FakeProviderA;
}

interface StoredAlert {
  readonly id: string;
  readonly providerAlertId: string;
  readonly status: string;
  /** Each change and each forwarding that provider A took, in order. */
  readonly history: string;
  readonly forwards: string;
}

export async function waitUntilAllIsDone(sql: Sql, withinMs = 120_000): Promise<void> {
  await waitFor(
    'every job to be done',
    async () => {
      const left = await sql`select 1 from outbox_jobs limit 1`.catch(() => undefined);
      return left?.length === 0;
    },
    withinMs,
  );
}

/** Holds what is stored and what was heard outside against what the world was told. */
export async function verify(sql: Sql, { ledger, requests, provider }: Witnesses): Promise<FaultRow[]> {
  const stored = await readStored(sql);
  const known = [...ledger.alerts.values()];
  const copies = countCopies(requests);
  const byProviderAlertId = Map.groupBy(stored, ({ providerAlertId }) => providerAlertId);
  const find = ({ providerAlertId, id }: KnownAlert): StoredAlert | undefined =>
    byProviderAlertId.get(providerAlertId)?.find((alert) => alert.id === id);
  const answered = known.filter(({ answers }) => answers.length > 0);
  return [
    atLeast('alerts that a provider was told are stored', known.length, 1),
    none(
      'of them lost',
      count(known, (alert) => find(alert) === undefined),
    ),
    none(
      'stored twice, or without the provider being told',
      stored.length - count(known, (alert) => find(alert) !== undefined),
    ),
    none(
      'not delivered',
      count(known, ({ id }) => !copies.has(id)),
    ),
    none(
      'delivered with another body or another webhook-id',
      count([...copies.values()], (seen) => seen.size > 1),
    ),
    atLeast(
      'answers that the company was told are accepted',
      answered.flatMap(({ answers }) => answers).length,
      1,
    ),
    none(
      'alerts whose status or history is not what was answered',
      count(known, (alert) => !isKept(alert, find(alert))),
    ),
    none(
      'alerts of which provider A heard something else, or in another order',
      count(known, (alert) => !isForwarded(alert, find(alert), provider)),
    ),
    noneOf('answers of the service that were neither success nor 503', ledger.broken),
  ];
}

function count<Item>(items: readonly Item[], condition: (item: Item) => boolean): number {
  return items.filter(condition).length;
}

/** What the company got of each alert, each different copy once. */
function countCopies(requests: readonly ReceivedRequest[]): Map<string, Set<string>> {
  const copies = new Map<string, Set<string>>();
  for (const { body, headers } of requests) {
    const { id } = JSON.parse(body) as { id: string };
    copies.set(id, (copies.get(id) ?? new Set()).add(`${String(headers['webhook-id'])} ${body}`));
  }
  return copies;
}

function isKept({ answers }: KnownAlert, stored: StoredAlert | undefined): boolean {
  return stored?.history === answers.join() && stored.status === (answers.at(-1) ?? 'pending');
}

function isForwarded(alert: KnownAlert, stored: StoredAlert | undefined, provider: FakeProviderA): boolean {
  const owed = alert.provider === 'provider_a_alerts' ? alert.answers.join() : '';
  return provider.effects(alert.providerAlertId).join() === owed && stored?.forwards === owed;
}

async function readStored(sql: Sql): Promise<StoredAlert[]> {
  return sql<StoredAlert[]>`
    select a.id, a.provider_alert_id, a.status,
      array_to_string(array(select to_status from alert_history h
        where h.company_id = a.company_id and h.alert_id = a.id order by history_id), ',') as history,
      array_to_string(array(select outcome from forwards f
        where f.company_id = a.company_id and f.alert_id = a.id and state = 'accepted'
        order by forward_id), ',') as forwards
    from alerts a`;
}
