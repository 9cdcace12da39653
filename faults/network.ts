import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../bench/support/percentile.ts';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { FaultProxy, WEATHERS } from './support/fault-proxy.ts';
import { Random } from './support/random.ts';
import { atLeast, atMost, type FaultRow } from './support/report.ts';
import { startApiAndWorker, underLoad } from './support/under-load.ts';

const ALERTS_EVERY_MS = 150;
const STORM_MS = { min: 500, max: 4000 };
/** A connection that died without a word is given up after 35 s, looked at every 5 s. */
const RECOVERY_SECONDS_MAX = 45;
const LOOK_EVERY_MS = 20;

/** Bad weather between the service and its database, the company, and provider A; it ends in another order than it came. */
export async function faultNetwork({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const random = new Random(seed);
  const database = await startDatabaseServer();
  const proxies: FaultProxy[] = [];
  async function through(url: string): Promise<string> {
    const proxy = await FaultProxy.start(url, new Random(seed + proxies.length));
    proxies.push(proxy);
    return proxy.through(url);
  }
  const serviceDatabaseUrl = await through(database.url);
  const recoveriesMs: number[] = [];
  const { kept } = await underLoad(
    {
      seed,
      database,
      serviceDatabaseUrl,
      through,
      start: startApiAndWorker,
      alertsEveryMs: ALERTS_EVERY_MS,
    },
    async ({ sql, ledger }) => {
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        await passStorm(proxies, random);
        recoveriesMs.push(await measureSilence(() => ledger.takenAtMs.length));
      }
      // What failed in several storms would wait for minutes by its schedule (D25).
      await sql`update outbox_jobs set due_at = clock_timestamp() where due_at > clock_timestamp()`;
    },
  );
  await Promise.all(proxies.map(async (proxy) => proxy.stop()));
  return [...kept, ...describeRecoveries(cycles, recoveriesMs)];
}

async function passStorm(proxies: readonly FaultProxy[], random: Random): Promise<void> {
  for (const proxy of random.shuffle(proxies)) {
    await proxy.become(random.pick(WEATHERS));
    await pause(random.between(STORM_MS.min, STORM_MS.max) / proxies.length);
  }
  for (const proxy of random.shuffle(proxies)) {
    await proxy.become('fair');
    await pause(random.between(0, STORM_MS.min));
  }
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
