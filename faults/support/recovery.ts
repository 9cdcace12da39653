import type { Sql } from '../../src/store/connect.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { atMost, type FaultRow } from './report.ts';
import { askStubbornly } from './stand.ts';

/** Promise 5 allows a minute. */
const STUCK_SECONDS_MAX = 60;
const WAIT_MS_MAX = 180_000;

/** How long it takes, with every part running, until all that waits now is done. */
export async function measureRecovery(sql: Sql): Promise<number> {
  const startedAtMs = performance.now();
  const [newest] = await askStubbornly(
    async () => sql<{ jobId: string | null }[]>`select max(job_id)::text as job_id from outbox_jobs`,
  );
  const jobId = newest?.jobId ?? '0';
  await waitFor(
    'what waits to be done',
    async () => {
      const left = await sql`select 1 from outbox_jobs where job_id <= ${jobId} limit 1`.catch(
        () => undefined,
      );
      return left?.length === 0;
    },
    WAIT_MS_MAX,
  );
  return performance.now() - startedAtMs;
}

export function longestStuck(recoveriesMs: readonly number[]): FaultRow {
  const longestSeconds = Math.max(0, ...recoveriesMs) / 1000;
  return atMost(
    `longest that a job waited once every part ran again (${recoveriesMs.length} times measured)`,
    longestSeconds,
    STUCK_SECONDS_MAX,
    's',
  );
}
