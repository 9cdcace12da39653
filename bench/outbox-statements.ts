import { randomUUID } from 'node:crypto';
import { connect, type Sql } from '../src/store/connect.ts';
import {
  claimWebhookJobs,
  finishWebhooks,
  type FinishedWebhook,
  type WebhookJob,
} from '../src/store/outbox/webhook-jobs.ts';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { CpuAccount } from './support/cpu-account.ts';
import { createBenchLane, fillLane } from './support/fill-outbox.ts';
import type { BenchRow } from './support/report.ts';

const LANES = 8;
const JOBS_PER_LANE = 3000;
/** What a worker has in hand for each lane while it asks for more. */
const IN_HAND_PER_LANE = 64;
const JOBS_PER_CLAIM = [64, 256];
/** Left out at the beginning: plans are made, code is compiled. */
const WARM_UP_JOBS = 6000;

/** What the two statements of a delivery cost for each job, by how many jobs go together, without any sending. */
export async function benchOutboxStatements(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const jobsPerClaim of JOBS_PER_CLAIM) {
    const database = await startBenchDatabase();
    try {
      rows.push(...(await measureStatements(database, jobsPerClaim)));
    } finally {
      await database.stop();
    }
  }
  return rows;
}

async function measureStatements(database: BenchDatabase, jobsPerClaim: number): Promise<BenchRow[]> {
  const lanes: string[] = [];
  for (let lane = 0; lane < LANES; lane += 1) {
    const { companyId, endpointId } = await createBenchLane(database.sql, 1);
    await fillLane(database.sql, companyId, JOBS_PER_LANE);
    lanes.push(endpointId);
  }
  await database.sql`analyze alerts, webhook_deliveries, outbox_jobs`;
  const sql = connect(database.environment['DATABASE_URL'] ?? '', {
    applicationName: 'bench',
    connectionsMax: 1,
  });
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const claiming = new CpuAccount(backend?.pid ?? 0);
  const finishing = new CpuAccount(backend?.pid ?? 0);
  await workThrough(sql, lanes, jobsPerClaim, { claiming, finishing });
  await sql.end();
  return [
    { name: `A webhook job claimed, ${jobsPerClaim} together`, ...claiming.each() },
    { name: `A webhook job recorded, ${jobsPerClaim} together`, ...finishing.each() },
  ];
}

/** Claims and finishes as a worker does, with as many in hand, until nothing is left. */
async function workThrough(
  sql: Sql,
  lanes: readonly string[],
  jobsPerClaim: number,
  { claiming, finishing }: { claiming: CpuAccount; finishing: CpuAccount },
): Promise<void> {
  const holder = randomUUID();
  let inHand: WebhookJob[] = [];
  for (let jobsDone = 0; jobsDone < LANES * JOBS_PER_LANE;) {
    const counts = jobsDone >= WARM_UP_JOBS;
    const claims = lanes.map((lane) => ({
      lane,
      jobsMax: jobsPerClaim / LANES,
      after: null,
      jobIdsInHand: inHand.filter((job) => job.lane === lane).map(({ jobId }) => jobId),
      firstAttemptsOnly: false,
      nearestDeadlineFirst: false,
    }));
    const claimed = await claiming.note(counts ? jobsPerClaim : 0, () =>
      claimWebhookJobs(sql, holder, claims),
    );
    inHand.push(...claimed);
    if (inHand.length < LANES * IN_HAND_PER_LANE && claimed.length > 0) continue;
    const done = inHand.slice(0, jobsPerClaim);
    inHand = inHand.slice(jobsPerClaim);
    await finishing.note(counts ? done.length : 0, () => finishWebhooks(sql, holder, done.map(delivered)));
    jobsDone += done.length;
  }
}

function delivered({ jobId, lane, companyId, alert }: WebhookJob): FinishedWebhook {
  return {
    jobId,
    lane,
    companyId,
    alertId: alert.id,
    attempt: 1,
    attemptedAt: new Date(),
    durationMs: 3,
    status: 200,
    error: null,
    response: null,
    outcome: 'delivered',
    dueAt: null,
  };
}
