import type postgres from 'postgres';
import type { Queryable } from '../connect.ts';

/** What waits is queued, whatever became of it before; then the latest outcome counts. Asks for `nextJob` beside it. */
export function deliveryState(sql: Queryable): postgres.Fragment {
  return sql`
    case
      when job.lane is not null then 'queued'
      when d.failed_at is not null then 'failed'
      when d.delivered_at is not null then 'delivered'
      else 'queued'
    end`;
}

/** Joins `job`, the next attempt of the delivery `d`, if one is to come. A resend may stand beside the job it replaces. */
export function nextJob(sql: Queryable): postgres.Fragment {
  return sql`
    left join lateral (
      select j.lane, j.due_at, j.give_up_at from outbox_jobs j
      where j.lane = d.endpoint_id and j.alert_id = d.alert_id
      order by j.due_at
      limit 1) job on true`;
}

/** As `isTaken` of the rules has it, of an attempt's HTTP status. */
export function wasTaken(sql: Queryable, status: postgres.Fragment): postgres.Fragment {
  return sql`${status} between 200 and 299`;
}

/** Whether the delivery `d` waits. */
export function hasJob(sql: Queryable): postgres.Fragment {
  return sql`exists (select 1 from outbox_jobs j where j.lane = d.endpoint_id and j.alert_id = d.alert_id)`;
}
