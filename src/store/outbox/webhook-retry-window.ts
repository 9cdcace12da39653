import type postgres from 'postgres';
import { webhookRetryWindowMs } from '../../rules/retry-schedule.ts';
import type { Queryable } from '../connect.ts';

/** How long after its receipt a webhook of an alert of this provider is tried (D25). */
export function webhookRetryWindow(
  sql: Queryable,
  provider: postgres.Fragment,
  responseWindowMs: number,
): postgres.Fragment {
  return sql`
    interval '1 ms' * case ${provider}
      when 'provider_a_alerts' then ${webhookRetryWindowMs('provider_a_alerts', responseWindowMs)}::float8
      else ${webhookRetryWindowMs('provider_b_rdr', responseWindowMs)}::float8
    end`;
}
