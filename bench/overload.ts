import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { type BenchService, startBenchService } from './support/bench-service.ts';
import { answered, Load, type LoadOrder, type LoadResult } from './support/load.ts';
import { amount, type BenchOptions } from './support/options.ts';
import type { BenchRow } from './support/report.ts';
import { createScaleCompany, fillScaleCompany, rebuildTallies } from './support/scale-company.ts';
import { writeArrivals, writeLists, writeStatusUpdates } from './support/wire-requests.ts';

/** Clients of each kind that keep the service busy all the time; more would only wait. */
const CLIENTS_EACH = 64;
const OVERLOAD = 10;
const SECONDS = 5;
/** More than one run takes, so that none comes twice. */
const ARRIVALS = 30_000;
/** What a refused client is told to wait. */
const RETRY_AFTER_MS = 2000;

/** What arrives, what is answered and what is listed, by the same number of clients of each kind. */
interface Round {
  readonly arrivals: LoadResult;
  readonly updates: LoadResult;
  readonly lists: LoadResult;
}

/** Ten times the clients that keep it fully busy, who come again at once after an answer and when told after a refusal. */
export async function benchOverload(options: BenchOptions): Promise<BenchRow[]> {
  const database = await startBenchDatabase();
  const service = await startBenchService(database);
  const load = new Load();
  try {
    const orders = await createOrders(database, service, options);
    const run = async (clientsEach: number): Promise<Round> => {
      const [arrivals, updates, lists] = await load.runTogether(orders(clientsEach));
      if (arrivals === undefined || updates === undefined || lists === undefined)
        throw new Error('The load had no result');
      return { arrivals, updates, lists };
    };
    await run(CLIENTS_EACH);
    const peak = await run(CLIENTS_EACH);
    const overloaded = await run(CLIENTS_EACH * OVERLOAD);
    const { ok: isReady } = await fetch(`${service.url}/readyz`);
    if (!isReady) throw new Error('The service is not ready after the overload');
    return describe(peak, overloaded);
  } finally {
    await load.stop();
    await service.stop();
    await database.stop();
  }
}

async function createOrders(
  { sql, environment }: BenchDatabase,
  { port }: BenchService,
  options: BenchOptions,
): Promise<(clientsEach: number) => LoadOrder[]> {
  const { companyId, authorization, descriptor } = await createScaleCompany(sql);
  await fillScaleCompany(sql, companyId, { from: 0, to: 5000 });
  await rebuildTallies(sql);
  // Provider B takes any answer at any time.
  const alerts = await sql<{ id: string }[]>`
    select id from alerts where company_id = ${companyId} and provider = 'provider_b_rdr' limit 1000`;
  const updates = writeStatusUpdates(
    authorization,
    alerts.map(({ id }) => id),
  );
  const lists = writeLists(authorization, 10);
  const shape = { requests: amount(ARRIVALS, options), alertsEach: 1 };
  return (connections) => {
    const arrivals = writeArrivals(environment['PROVIDER_A_SECRET'] ?? '', descriptor, shape);
    const seconds = amount(SECONDS, options);
    return [arrivals, updates, lists].map((requests) => ({
      port,
      connections,
      requests,
      seconds,
      refusedPauseMs: RETRY_AFTER_MS,
    }));
  };
}

function describe(peak: Round, overloaded: Round): BenchRow[] {
  const { arrivals, updates, lists } = overloaded;
  const perSecond = acceptedPerSecond(overloaded);
  const limitPerSecond = acceptedPerSecond(peak);
  const failed = [arrivals, updates, lists].reduce((sum, result) => sum + result.failed, 0);
  return [
    {
      name: `Accepted with ${OVERLOAD} times the clients that keep it busy, beside with just those`,
      perSecond,
      limitPerSecond,
      ratio: perSecond / limitPerSecond,
      wanted: '≥ 0.8',
    },
    {
      name: 'The same, arrivals and status updates alone',
      perSecond: urgentPerSecond(overloaded),
      limitPerSecond: urgentPerSecond(peak),
      ratio: urgentPerSecond(overloaded) / urgentPerSecond(peak),
      wanted: '≥ 0.8',
    },
    {
      name: 'Arrivals and status updates refused then',
      ratio: countRefused(arrivals) + countRefused(updates),
      wanted: '0',
    },
    { name: 'Lists refused then, with 503', ratio: answered(lists, 503), wanted: '' },
    { name: 'Requests without an answer then', ratio: failed, wanted: '0' },
    {
      name: 'p99 in ms of arrivals and status updates then',
      ratio: Math.max(arrivals.ms.p99, updates.ms.p99),
      wanted: '≤ 1,000',
    },
  ];
}

function acceptedPerSecond({ arrivals, updates, lists }: Round): number {
  return [arrivals, updates, lists].reduce((sum, result) => sum + answered(result) / result.seconds, 0);
}

function urgentPerSecond({ arrivals, updates }: Round): number {
  return answered(arrivals) / arrivals.seconds + answered(updates) / updates.seconds;
}

function countRefused({ answers }: LoadResult): number {
  return Object.entries(answers).reduce((sum, [status, count]) => (status === '200' ? sum : sum + count), 0);
}
