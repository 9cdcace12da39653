import { PROVIDER_A_LANE } from '../../rules/lane.ts';
import type { MissedForwardState } from '../../rules/outcomes.ts';
import type { Provider } from '../../rules/provider.ts';
import { column } from '../column.ts';
import type { Queryable } from '../connect.ts';

const COUNTED_MAX = 100_000;

export interface ProviderArrivals {
  readonly provider: Provider;
  readonly lastReceivedAt: Date | null;
  /** By hour back from now, oldest first. */
  readonly receivedByHour: readonly number[];
  readonly unrouted: number;
}

/** What each provider sent in the last hours, whoever it was for, and how much of it waits for an enrollment. */
export async function readProviderArrivals(
  sql: Queryable,
  providers: readonly Provider[],
  hours: number,
): Promise<readonly ProviderArrivals[]> {
  return sql<ProviderArrivals[]>`
    with moment as materialized (
      select clock_timestamp() as at
    ), asked as (
      select * from unnest(${column(sql, 'text', providers)}) with ordinality as a(provider, position)
    )
    select asked.provider,
      (select max(r.received_at) from alert_receipts r where r.provider = asked.provider) as last_received_at,
      (select jsonb_agg(arrived.alerts order by ago.hours desc)
        from moment, generate_series(1, ${hours}::int) as ago(hours), lateral (
          select count(*) as alerts from alert_receipts r
          where r.provider = asked.provider and r.received_at > at - ago.hours * interval '1 hour'
            and r.received_at <= at - (ago.hours - 1) * interval '1 hour') arrived) as received_by_hour,
      (select count(*)::int from (
        select 1 from unrouted_alerts u where u.provider = asked.provider limit ${COUNTED_MAX}) waiting) as unrouted
    from asked
    order by asked.position`;
}

export interface ForwardFigures {
  readonly queued: number;
  readonly oldestQueuedAt: Date | null;
  readonly accepted: number;
  readonly refused: number;
  readonly tooLate: number;
  readonly lastAcceptedAt: Date | null;
}

/** What provider A must still hear and what it said in the last hours, of all companies. */
export async function readForwardFigures(sql: Queryable, hours: number): Promise<ForwardFigures> {
  const [figures] = await sql<ForwardFigures[]>`
    with queued as materialized (
      select f.answered_at
      from (select forward_id from outbox_jobs where lane = ${PROVIDER_A_LANE} limit ${COUNTED_MAX}) j
      join forwards f using (forward_id)
    ), since as materialized (
      select clock_timestamp() - ${hours}::int * interval '1 hour' as at
    ), alarming as (
      select state, count(*)::int as count from forwards
      where state in ('refused', 'too_late') and settled_at > (select at from since)
      group by state
    )
    select (select count(*)::int from queued) as queued,
      (select min(answered_at) from queued) as oldest_queued_at,
      (select count(*)::int from forwards where state = 'accepted' and settled_at > (select at from since)) as accepted,
      coalesce((select count from alarming where state = 'refused'), 0) as refused,
      coalesce((select count from alarming where state = 'too_late'), 0) as too_late,
      (select max(settled_at) from forwards where state = 'accepted') as last_accepted_at`;
  if (figures === undefined) throw new Error('The database returned no count');
  return figures;
}

export interface ForwardAlarm {
  readonly at: Date;
  readonly companyName: string;
  readonly providerAlertId: string;
  readonly state: MissedForwardState;
  readonly providerMessage: string | null;
}

/** Answers that provider A never took, of all companies, newest first. */
export async function listForwardAlarms(sql: Queryable, rowsMax: number): Promise<readonly ForwardAlarm[]> {
  return sql<ForwardAlarm[]>`
    select f.settled_at as at, c.name as company_name, a.provider_alert_id, f.state, f.provider_message
    from (
      select * from forwards
      where state in ('refused', 'too_late') and settled_at is not null
      order by settled_at desc
      limit ${rowsMax}) f
    join alerts a on a.company_id = f.company_id and a.id = f.alert_id
    join companies c on c.id = f.company_id
    order by f.settled_at desc`;
}
