import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../bench/support/percentile.ts';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { FaultProxy, WEATHERS } from './support/fault-proxy.ts';
import { startLoad } from './support/load.ts';
import { Random } from './support/random.ts';
import { atLeast, atMost, type FaultRow } from './support/report.ts';
import { ServicePart } from './support/service-part.ts';
import { openStand } from './support/stand.ts';
import { verify, waitUntilAllIsDone } from './support/verify.ts';

const ALERTS_EVERY_MS = 150;
const STORM_MS = { min: 500, max: 4000 };
/** A connection that died without a word is given up after 35 s, looked at every 5 s. */
const RECOVERY_SECONDS_MAX = 45;
const LOOK_EVERY_MS = 20;

/** Bad weather between the service and its database, the company, and provider A; it ends in another order than it came. */
export async function faultNetwork({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const random = new Random(seed);
  const server = await startDatabaseServer();
  const proxies = [await FaultProxy.start(server.url, new Random(seed))];
  const stand = await openStand({
    databaseUrl: server.url,
    serviceDatabaseUrl: proxies[0]?.through(server.url),
    through: async (url) => {
      const proxy = await FaultProxy.start(url, new Random(seed + proxies.length));
      proxies.push(proxy);
      return proxy.through(url);
    },
  });
  const api = await ServicePart.start(stand.config, 'api');
  const worker = await ServicePart.start(stand.config, 'worker');
  const { company, ledger, sql } = stand;
  const load = startLoad({
    url: api.url,
    company,
    ledger,
    random: new Random(seed),
    everyMs: ALERTS_EVERY_MS,
  });
  const recoveriesMs: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    for (const proxy of random.shuffle(proxies)) {
      await proxy.become(random.pick(WEATHERS));
      await pause(random.between(STORM_MS.min, STORM_MS.max) / proxies.length);
    }
    for (const proxy of random.shuffle(proxies)) {
      await proxy.become('fair');
      await pause(random.between(0, STORM_MS.min));
    }
    recoveriesMs.push(await measureSilence(() => ledger.takenAtMs.length));
  }
  await load.stop();
  // What failed in several storms would wait for minutes by its schedule (D25).
  await sql`update outbox_jobs set due_at = clock_timestamp() where due_at > clock_timestamp()`;
  await waitUntilAllIsDone(sql);
  const rows = await verify(sql, { ...stand, requests: stand.receiver.requests });
  await Promise.all([api.kill(), worker.kill()]);
  await stand.close();
  await Promise.all(proxies.map(async (proxy) => proxy.stop()));
  await server.discard();
  return [...rows, ...describeRecoveries(cycles, recoveriesMs)];
}

/** From fair weather until the next request is taken. */
async function measureSilence(countTaken: () => number): Promise<number> {
  const startedAtMs = performance.now();
  const before = countTaken();
  while (countTaken() === before) await pause(LOOK_EVERY_MS);
  return performance.now() - startedAtMs;
}

function describeRecoveries(cycles: number, recoveriesMs: readonly number[]): FaultRow[] {
  const p99Seconds = percentile(recoveriesMs, 0.99) / 1000;
  return [
    atLeast('storms over the ways to database, company and provider A', cycles, cycles),
    atMost('from fair weather to the next success, 99th percentile', p99Seconds, RECOVERY_SECONDS_MAX, 's'),
  ];
}
