import { setTimeout as pause } from 'node:timers/promises';
import { renderBody, webhookId } from '../src/shapes/webhook.ts';
import {
  takeRows,
  readToldAlert,
  toldAlertColumns,
  type ToldAlertRow,
} from '../src/store/alerts/told-alert.ts';
import { foldAlertChanges } from '../src/store/tallies/fold-alert-changes.ts';
import type { Order } from './processes/bare-loop.ts';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { Child } from './support/child.ts';
import { createBenchLane, fillLane } from './support/fill-outbox.ts';
import { median } from './support/percentile.ts';
import { cpuSeconds, cpuSecondsOfTree, residentMegabytes } from './support/process-account.ts';
import type { BenchRow } from './support/report.ts';
import { measureSteadyState } from './support/steady-state.ts';

const AT_ONCE_PER_LANE = 16;
/** 16 lanes of 16 are all the exchanges that a worker may have at once. */
const LANES_AT_FULL_WIDTH = 16;
const LANES_AT_HALF_WIDTH = 8;
const DELIVERIES = 120_000;
const ROUNDS = 3;
const HUNG_JOBS = 150_000;
const WAITING_JOBS = 1_000_000;
/** Those of a worker's unit, in `deploy/systemd`; for the loop beside it as well. */
const NODE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=60'];

interface Run {
  readonly perSecond: number;
  readonly nodeMicroseconds: number;
  readonly postgresMicroseconds: number;
  readonly statements: number;
}

/** Runs in turn: each of ours was followed by the one at its place beside it. */
interface Comparison {
  readonly ours: readonly Run[];
  readonly beside: readonly Run[];
}

/** Webhooks of one worker beside a bare loop, with and without a hung endpoint's backlog, and with a million waiting. */
export async function benchWebhooks(): Promise<BenchRow[]> {
  const database = await startBenchDatabase();
  const receiver = new Child('bench/processes/receiver.ts', [String(LANES_AT_FULL_WIDTH)]);
  const { ports } = await receiver.next<{ ports: number[] }>();
  const hung = new Child('bench/processes/receiver.ts', ['1', 'hang']);
  const { ports: hungPorts } = await hung.next<{ ports: number[] }>();
  try {
    const lanes = await Promise.all(ports.map((port) => createBenchLane(database.sql, port)));
    const companyIds = lanes.map(({ companyId }) => companyId);
    const halfOfThem = companyIds.slice(0, LANES_AT_HALF_WIDTH);
    const fullWidth = await runBesideBareLoop(database, receiver, ports, companyIds);
    const halfWidth = await runBesideBareLoop(database, receiver, ports, halfOfThem);
    const hungLane = await createBenchLane(database.sql, hungPorts[0] ?? 0);
    await fillLane(database.sql, hungLane.companyId, HUNG_JOBS);
    const besideHung: Run[] = [];
    const without: Run[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      besideHung.push(await runWorker(database, receiver, halfOfThem));
      without.push(await runWithout(database, receiver, halfOfThem, hungLane.endpointId));
    }
    const megabytes = await measureMemory(database, hungLane.companyId);
    return describe({ fullWidth, halfWidth, hung: { ours: besideHung, beside: without }, megabytes });
  } finally {
    await receiver.stop();
    await hung.stop();
    await database.stop();
  }
}

async function runBesideBareLoop(
  database: BenchDatabase,
  receiver: Child,
  ports: readonly number[],
  companyIds: readonly string[],
): Promise<Comparison> {
  const ours: Run[] = [];
  const beside: Run[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await runWorker(database, receiver, companyIds));
    const message = await readMessage(database);
    beside.push(await runBareLoop(receiver, { ports: ports.slice(0, companyIds.length), ...message }));
  }
  return { ours, beside };
}

/** What the worker sends for one of the alerts. */
async function readMessage({ sql }: BenchDatabase): Promise<Pick<Order, 'webhookId' | 'body'>> {
  const rows = await sql`
    select w.id, ${toldAlertColumns(sql)}
    from alerts a join webhook_endpoints w using (company_id)
    limit 1`.values();
  const [row] = takeRows<readonly [endpointId: string, ...ToldAlertRow]>(rows);
  if (row === undefined) throw new Error('There is no alert to send');
  const [endpointId, ...values] = row;
  const alert = readToldAlert(values);
  return {
    webhookId: webhookId(alert.id, endpointId),
    body: renderBody({ alert, merchantName: '', endpoint: { format: 'v2' } }),
  };
}

async function runBareLoop(
  receiver: Child,
  message: Pick<Order, 'ports' | 'webhookId' | 'body'>,
): Promise<Run> {
  const loop = new Child('bench/processes/bare-loop.ts', [], {}, NODE_FLAGS);
  const order: Order = { ...message, count: DELIVERIES, atOncePerPort: AT_ONCE_PER_LANE };
  const { perSecond, microseconds } = await measureSteadyState(receiver, DELIVERIES, () => {
    loop.tell(order);
    return [() => cpuSeconds(loop.pid)];
  });
  await loop.stop();
  return {
    perSecond,
    nodeMicroseconds: microseconds[0] ?? Number.NaN,
    postgresMicroseconds: 0,
    statements: 0,
  };
}

async function runWorker(
  database: BenchDatabase,
  receiver: Child,
  companyIds: readonly string[],
): Promise<Run> {
  for (const companyId of companyIds) await fillLane(database.sql, companyId, DELIVERIES / companyIds.length);
  // As they are in a database that has been running for a while: neither vacuum nor tallies of the new alerts are work of their delivery.
  await database.sql`vacuum (analyze) alerts, webhook_deliveries, outbox_jobs`;
  while (await foldAlertChanges(database.sql));
  const statementsBefore = await database.transactions();
  let worker: Child | undefined;
  const { perSecond, microseconds } = await measureSteadyState(receiver, DELIVERIES, () => {
    const { pid } = (worker = startWorker(database));
    return [() => cpuSeconds(pid), () => cpuSecondsOfTree(database.serverPid)];
  });
  await worker?.stop();
  return {
    perSecond,
    nodeMicroseconds: microseconds[0] ?? Number.NaN,
    postgresMicroseconds: microseconds[1] ?? Number.NaN,
    statements: ((await database.transactions()) - statementsBefore) / DELIVERIES,
  };
}

function startWorker({ environment }: BenchDatabase): Child {
  return new Child('bin/chargeback-alerts.js', ['serve', '--only', 'worker'], environment, NODE_FLAGS);
}

/** The same with the hung endpoint's work out of the way, in the same run and on the same data. */
async function runWithout(
  database: BenchDatabase,
  receiver: Child,
  companyIds: readonly string[],
  endpointId: string,
): Promise<Run> {
  await database.sql`update outbox_jobs set due_at = 'infinity' where lane = ${endpointId}`;
  const run = await runWorker(database, receiver, companyIds);
  await database.sql`update outbox_jobs set due_at = now() where lane = ${endpointId}`;
  return run;
}

async function measureMemory(database: BenchDatabase, companyId: string): Promise<number> {
  await fillLane(database.sql, companyId, WAITING_JOBS - HUNG_JOBS);
  const worker = startWorker(database);
  let most = 0;
  for (let look = 0; look < 40; look += 1) {
    await pause(250);
    most = Math.max(most, residentMegabytes(worker.pid));
  }
  await worker.stop();
  return most;
}

function describe(runs: {
  fullWidth: Comparison;
  halfWidth: Comparison;
  hung: Comparison;
  megabytes: number;
}): BenchRow[] {
  const besideLoop = 'beside a bare loop that signs and posts';
  return [
    {
      name: `Webhooks of one worker to ${LANES_AT_FULL_WIDTH} endpoints, ${besideLoop}`,
      wanted: '≥ 0.6',
      ...compare(runs.fullWidth),
    },
    {
      name: `Webhooks of one worker to ${LANES_AT_HALF_WIDTH} endpoints, ${besideLoop}`,
      wanted: '≥ 0.6',
      ...compare(runs.halfWidth),
    },
    {
      name: `Webhooks to ${LANES_AT_HALF_WIDTH} endpoints with ${HUNG_JOBS.toLocaleString('en')} jobs of a hung endpoint waiting, beside without`,
      wanted: '≥ 0.9',
      ...compare(runs.hung),
    },
    {
      name: 'Transactions a delivery (each statement is one)',
      ratio: median(runs.fullWidth.ours.map(({ statements }) => statements)),
      wanted: '≤ 1',
    },
    { name: 'Worker memory in MB, a million jobs waiting', ratio: runs.megabytes, wanted: '< 250' },
  ];
}

function compare({ ours, beside }: Comparison): Omit<BenchRow, 'name' | 'wanted'> {
  return {
    perSecond: median(ours.map(({ perSecond }) => perSecond)),
    limitPerSecond: median(beside.map(({ perSecond }) => perSecond)),
    ratio: median(ours.map((run, round) => run.perSecond / (beside[round]?.perSecond ?? Number.NaN))),
    nodeMicroseconds: median(ours.map(({ nodeMicroseconds }) => nodeMicroseconds)),
    postgresMicroseconds: median(ours.map(({ postgresMicroseconds }) => postgresMicroseconds)),
  };
}
