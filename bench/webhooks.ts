import { setTimeout as pause } from 'node:timers/promises';
import { renderBody, webhookId } from '../src/shapes/webhook.ts';
import { foldAlertChanges } from '../src/store/fold-alert-changes.ts';
import { takeRows, readToldAlert, toldAlertColumns, type ToldAlertRow } from '../src/store/told-alert.ts';
import type { Order } from './processes/bare-loop.ts';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { Child } from './support/child.ts';
import { createBenchLane, fillLane } from './support/fill-outbox.ts';
import { median } from './support/percentile.ts';
import { cpuSeconds, cpuSecondsOfTree, residentMegabytes } from './support/process-account.ts';
import type { BenchRow } from './support/report.ts';
import { measureSteadyState } from './support/steady-state.ts';

const LANES = 8;
const AT_ONCE_PER_LANE = 16;
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

/** Webhooks of one worker beside a bare loop, with and without a hung endpoint's backlog, and with a million waiting. */
export async function benchWebhooks(): Promise<BenchRow[]> {
  const database = await startBenchDatabase();
  const receiver = new Child('bench/processes/receiver.ts', [String(LANES)]);
  const { ports } = await receiver.next<{ ports: number[] }>();
  const hung = new Child('bench/processes/receiver.ts', ['1', 'hang']);
  const { ports: hungPorts } = await hung.next<{ ports: number[] }>();
  try {
    const lanes = await Promise.all(ports.map((port) => createBenchLane(database.sql, port)));
    const companyIds = lanes.map(({ companyId }) => companyId);
    const bare: Run[] = [];
    const ours: Run[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await runWorker(database, receiver, companyIds));
      bare.push(await runBareLoop(receiver, { ports, ...(await readMessage(database)) }));
    }
    const hungLane = await createBenchLane(database.sql, hungPorts[0] ?? 0);
    await fillLane(database.sql, hungLane.companyId, HUNG_JOBS);
    const besideHung: Run[] = [];
    const without: Run[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      besideHung.push(await runWorker(database, receiver, companyIds));
      without.push(await runWithout(database, receiver, companyIds, hungLane.endpointId));
    }
    const megabytes = await measureMemory(database, hungLane.companyId);
    return describe({ bare, ours, besideHung, without, megabytes });
  } finally {
    await receiver.stop();
    await hung.stop();
    await database.stop();
  }
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
  bare: Run[];
  ours: Run[];
  besideHung: Run[];
  without: Run[];
  megabytes: number;
}): BenchRow[] {
  const rate = (list: Run[]) => median(list.map(({ perSecond }) => perSecond));
  const ratio = (one: Run[], other: Run[]) =>
    median(one.map((run, round) => run.perSecond / (other[round]?.perSecond ?? Number.NaN)));
  const figures = (list: Run[]) => ({
    nodeMicroseconds: median(list.map(({ nodeMicroseconds }) => nodeMicroseconds)),
    postgresMicroseconds: median(list.map(({ postgresMicroseconds }) => postgresMicroseconds)),
  });
  return [
    {
      name: 'Webhooks of one worker, beside a bare loop that signs and posts',
      perSecond: rate(runs.ours),
      limitPerSecond: rate(runs.bare),
      ratio: ratio(runs.ours, runs.bare),
      wanted: '≥ 0.6',
      ...figures(runs.ours),
    },
    {
      name: `Webhooks with ${HUNG_JOBS.toLocaleString('en')} jobs of a hung endpoint waiting, beside without`,
      perSecond: rate(runs.besideHung),
      limitPerSecond: rate(runs.without),
      ratio: ratio(runs.besideHung, runs.without),
      wanted: '≥ 0.9',
      ...figures(runs.besideHung),
    },
    {
      name: 'Transactions a delivery (each statement is one)',
      ratio: median(runs.ours.map(({ statements }) => statements)),
      wanted: '≤ 1',
    },
    { name: 'Worker memory in MB, a million jobs waiting', ratio: runs.megabytes, wanted: '< 250' },
  ];
}
