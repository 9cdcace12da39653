import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { type BenchService, startBenchService } from './support/bench-service.ts';
import { Child } from './support/child.ts';
import { addBenchEndpoint } from './support/fill-outbox.ts';
import { answered, Load, type LoadOrder } from './support/load.ts';
import type { BenchOptions } from './support/options.ts';
import { residentMegabytes } from './support/process-account.ts';
import type { BenchRow } from './support/report.ts';
import { createScaleCompany } from './support/scale-company.ts';
import { writeArrivals, writeLists, writeReads, writeStatusUpdates } from './support/wire-requests.ts';

const CONNECTIONS_EACH = 16;
/** One turn of everything; each has a load of its own. */
const TURN_SECONDS = 10;
const ARRIVALS_A_TURN = 20_000;

interface Reading {
  readonly minute: number;
  readonly megabytes: number;
}

/** Everything at once and without a pause: alerts that arrive and are delivered, status updates, lists and reads. */
export async function benchSoak({ minutes }: BenchOptions): Promise<BenchRow[]> {
  const database = await startBenchDatabase();
  const receiver = new Child('bench/processes/receiver.ts', ['1']);
  const { ports } = await receiver.next<{ ports: number[] }>();
  await compileOnce(database);
  const service = await startBenchService(database);
  const load = new Load();
  const readings: Reading[] = [];
  const begunMs = performance.now();
  const minute = (): number => (performance.now() - begunMs) / 60_000;
  const timer = setInterval(
    () => readings.push({ minute: minute(), megabytes: residentMegabytes(service.pid) }),
    500,
  );
  try {
    const company = await createScaleCompany(database.sql);
    await addBenchEndpoint(database.sql, company.companyId, ports[0] ?? 0);
    let requests = 0;
    while (minute() < minutes) {
      const results = await load.runTogether(await createTurn(database, service, company));
      requests += results.reduce((sum, result) => sum + answered(result), 0);
    }
    return describe(minutes, requests / (minute() * 60), readings);
  } finally {
    clearInterval(timer);
    await load.stop();
    await service.stop();
    await receiver.stop();
    await database.stop();
  }
}

/** A process that must compile its own code keeps more memory than any later one. */
async function compileOnce(database: BenchDatabase): Promise<void> {
  const service = await startBenchService(database);
  await service.stop();
}

async function createTurn(
  { sql, environment }: BenchDatabase,
  { port }: BenchService,
  { companyId, authorization, descriptor }: Awaited<ReturnType<typeof createScaleCompany>>,
): Promise<LoadOrder[]> {
  const secret = environment['PROVIDER_A_SECRET'] ?? '';
  const rows = await sql<{ id: string }[]>`
    select id from alerts where company_id = ${companyId} and status = 'pending' limit 5000`;
  const alertIds = rows.map(({ id }) => id);
  const kinds = [
    writeArrivals(secret, descriptor, { requests: ARRIVALS_A_TURN, alertsEach: 1 }),
    writeStatusUpdates(authorization, alertIds),
    writeLists(authorization, 10),
    writeReads(authorization, alertIds),
  ];
  return kinds
    .filter((requests) => requests.length > 0)
    .map((requests) => ({ port, connections: CONNECTIONS_EACH, requests, seconds: TURN_SECONDS }));
}

function describe(minutes: number, perSecond: number, readings: readonly Reading[]): BenchRow[] {
  return [
    {
      name: `Memory of one process in MB at most, under full load for ${minutes} min`,
      perSecond,
      ratio: Math.max(...readings.map(({ megabytes }) => megabytes)),
      wanted: '< 200',
    },
    {
      name: 'Its slope over the second half, in MB a minute',
      ratio: slopeOf(readings.filter(({ minute }) => minute > minutes / 2)),
      wanted: 'about 0',
    },
  ];
}

/** The straight line that fits the readings best. */
function slopeOf(readings: readonly Reading[]): number {
  const mean = (figure: (reading: Reading) => number): number =>
    readings.reduce((sum, reading) => sum + figure(reading), 0) / readings.length;
  const [minute, megabytes] = [mean((reading) => reading.minute), mean((reading) => reading.megabytes)];
  const covariance = mean((reading) => (reading.minute - minute) * (reading.megabytes - megabytes));
  return covariance / mean((reading) => (reading.minute - minute) ** 2);
}
