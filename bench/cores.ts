import { availableParallelism } from 'node:os';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { type BenchService, startBenchService } from './support/bench-service.ts';
import { compareInTurn, describeComparison, measureRun, type Run } from './support/compare.ts';
import { answered, Load, type LoadOrder } from './support/load.ts';
import { amount, type BenchOptions } from './support/options.ts';
import type { BenchRow } from './support/report.ts';
import { createScaleCompany, fillScaleCompany, rebuildTallies } from './support/scale-company.ts';
import { writeArrivals, writeLists } from './support/wire-requests.ts';

const CONNECTIONS = 64;
const ARRIVALS = 6000;
const LIST_SECONDS = 4;
const PAGES = 10;

/** Two processes and the database and the clients: with fewer cores they take each other's time. */
const CORES_NEEDED = 4;

type Work = Omit<LoadOrder, 'port'>;

/** Two processes on one port beside one, on the same database. */
export async function benchCores(options: BenchOptions): Promise<BenchRow[]> {
  const database = await startBenchDatabase();
  const one = await startBenchService(database, ['--only', 'api']);
  const two = await startBenchService(database, ['--only', 'api', '--processes', '2']);
  const load = new Load();
  try {
    const { companyId, authorization, descriptor } = await createScaleCompany(database.sql);
    await fillScaleCompany(database.sql, companyId, { from: 0, to: 5000 });
    await rebuildTallies(database.sql);
    const secret = database.environment['PROVIDER_A_SECRET'] ?? '';
    const shape = { requests: amount(ARRIVALS, options), alertsEach: 1 };
    const arrive = (): Work => ({
      connections: CONNECTIONS,
      requests: writeArrivals(secret, descriptor, shape),
    });
    const list = (): Work => ({
      connections: CONNECTIONS,
      requests: writeLists(authorization, PAGES),
      seconds: amount(LIST_SECONDS, options),
    });
    const compare = async (name: string, work: () => Work): Promise<BenchRow> => {
      const compared = await compareInTurn(
        options,
        () => run(database, two, load, work()),
        () => run(database, one, load, work()),
      );
      return describeComparison(`${name}, two processes beside one${onFewCores()}`, '≥ 1.6', compared);
    };
    const intake = await compare('Intake, one alert a request', arrive);
    // No worker runs here that would keep the tallies, and no vacuum would come in time.
    await rebuildTallies(database.sql);
    return [intake, await compare('List, 20 a page', list)];
  } finally {
    await load.stop();
    await two.stop();
    await one.stop();
    await database.stop();
  }
}

async function run(
  database: BenchDatabase,
  { port, pid }: BenchService,
  load: Load,
  work: Work,
): Promise<Run> {
  return measureRun(database, [pid], async () => {
    const result = await load.run({ ...work, port });
    return { operations: answered(result), seconds: result.seconds };
  });
}

function onFewCores(): string {
  const cores = availableParallelism();
  return cores < CORES_NEEDED
    ? `, all on ${cores} cores, which clients and database need as well: no measure of what it could be`
    : '';
}
