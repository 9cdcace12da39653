import type { Resent } from '../../src/backoffice/deliveries/put-back.ts';
import { resendAlert } from '../../src/backoffice/deliveries/resend-alert.ts';
import { COMMAND_LINE } from '../../src/cli/doer.ts';
import type { TestService } from '../support/service.ts';
import type { Subscriber } from '../support/use-delivery.ts';

interface Job {
  readonly lane: string;
  readonly attemptsMade: number;
  readonly dueInMs: number;
  readonly giveUpInMs: number;
}

/** What waits for an alert, as the database sees it. */
export async function readJobs({ sql }: TestService, alertId: string): Promise<Job[]> {
  return sql<Job[]>`
    select lane, attempts_made, extract(epoch from due_at - clock_timestamp())::float8 * 1000 as due_in_ms,
      extract(epoch from give_up_at - clock_timestamp())::float8 * 1000 as give_up_in_ms
    from outbox_jobs where alert_id = ${alertId} order by job_id`;
}

/** Gives the deliveries of these alerts up, some time ago. */
export async function giveUp({ sql }: TestService, alertIds: readonly string[], agoMs = 0): Promise<void> {
  await sql`delete from outbox_jobs where alert_id in ${sql(alertIds)}`;
  await sql`
    update webhook_deliveries set attempts = 9, failed_at = clock_timestamp() - ${agoMs} * interval '1 ms'
    where alert_id in ${sql(alertIds)}`;
}

export async function resend(
  { sql, config }: TestService,
  { company }: Subscriber,
  alertId: string,
  endpointId?: string,
): Promise<Resent> {
  return resendAlert(
    sql,
    COMMAND_LINE,
    { companyId: company.companyId, alertId, endpointId },
    config.responseWindowMs,
  );
}
