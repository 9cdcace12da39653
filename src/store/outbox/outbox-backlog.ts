import { PROVIDER_A_LANE } from '../../rules/lane.ts';
import type { Queryable } from '../connect.ts';
import { walkLanes } from './outbox-lanes.ts';

export interface OutboxBacklogRow {
  readonly kind: 'webhook' | 'forward';
  readonly oldestDueSeconds: number;
  readonly jobs: number;
}

const JOBS_COUNTED_MAX = 10_000_000;

/** How much waits and for how long; the age is found from lane to lane by the index. */
export async function readOutboxBacklog(sql: Queryable): Promise<readonly OutboxBacklogRow[]> {
  return sql<OutboxBacklogRow[]>`
    with recursive ${walkLanes(sql)}, counted as (
      select case when lane = ${PROVIDER_A_LANE} then 'forward' else 'webhook' end as kind, count(*)::int as jobs
      from (select lane from outbox_jobs limit ${JOBS_COUNTED_MAX}) j
      group by 1
    ), oldest as (
      select case when lane = ${PROVIDER_A_LANE} then 'forward' else 'webhook' end as kind,
        greatest(0, extract(epoch from clock_timestamp() - min(due_at)))::float8 as oldest_due_seconds
      from lane
      group by 1
    )
    select kind, coalesce(oldest_due_seconds, 0) as oldest_due_seconds, coalesce(jobs, 0) as jobs
    from (values ('webhook'), ('forward')) as k(kind)
    left join oldest using (kind)
    left join counted using (kind)`;
}
