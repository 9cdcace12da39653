import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../test/support/client.ts';
import { alertMessage, postAlerts } from '../test/support/provider.ts';
import { waitFor } from '../test/support/wait-for.ts';
import { percentile } from '../bench/support/percentile.ts';
import { startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { startLoad } from './support/load.ts';
import { Random } from './support/random.ts';
import { atLeast, atMost, type FaultRow, none } from './support/report.ts';
import { ServicePart } from './support/service-part.ts';
import { openStand, type Stand } from './support/stand.ts';
import { verify, waitUntilAllIsDone } from './support/verify.ts';

const AWAY_MS = 60_000;
const LOOK_EVERY_MS = 250;
const ALERTS_EVERY_MS = 200;
const BACK_SECONDS_MAX = 5;

interface Look {
  readonly what: 'list' | 'intake' | 'ready' | 'alive';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly tookMs: number;
}

/** The database is away for a minute under load: said so honestly, taken up again by itself. */
export async function faultOutage({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const database = await startDatabaseServer();
  const stand = await openStand({ databaseUrl: database.url });
  const api = await ServicePart.start(stand.config, 'api');
  await ServicePart.start(stand.config, 'worker');
  const { company, ledger } = stand;
  const load = startLoad({
    url: api.url,
    company,
    ledger,
    random: new Random(seed),
    everyMs: ALERTS_EVERY_MS,
  });
  const looks: Look[] = [];
  const backAfterMs: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    await pause(3000);
    await database.stop();
    const untilMs = performance.now() + AWAY_MS;
    while (performance.now() < untilMs) {
      looks.push(...(await lookEverywhere(api.url, stand)));
      await pause(LOOK_EVERY_MS);
    }
    await database.start();
    backAfterMs.push(await measureReturn(api.url, stand));
  }
  await load.stop();
  await waitUntilAllIsDone(stand.sql);
  const rows = await verify(stand.sql, { ...stand, requests: stand.receiver.requests });
  await stand.close();
  await database.discard();
  return [...describeLooks(looks), longestReturn(backAfterMs), ...rows];
}

async function lookEverywhere(url: string, { company }: Stand): Promise<Look[]> {
  const client = createClient(url, company);
  const asks = {
    list: async () => client.list(),
    // Nobody's, so that it is no alert of the company that the load does not know of.
    intake: async () =>
      postAlerts(url, 'provider_a_alerts', [alertMessage(company, { descriptor: 'NOBODY' })]),
    ready: async () => fetch(`${url}/readyz`),
    alive: async () => fetch(`${url}/healthz`),
  };
  return Promise.all(
    (['list', 'intake', 'ready', 'alive'] as const).map(async (what) => {
      const askedAtMs = performance.now();
      const { status, headers } = await asks[what]();
      return { what, status, retryAfter: headers.get('retry-after'), tookMs: performance.now() - askedAtMs };
    }),
  );
}

function describeLooks(looks: readonly Look[]): FaultRow[] {
  const of = (...kinds: readonly Look['what'][]): Look[] => looks.filter(({ what }) => kinds.includes(what));
  const withoutWord = of('list', 'intake', 'ready').filter(({ retryAfter }) => retryAfter === null);
  return [
    atLeast('questions asked while the database was away', looks.length, 1),
    none(
      'requests answered otherwise than 503',
      of('list', 'intake').filter(({ status }) => status !== 503).length,
    ),
    none('of them without Retry-After', withoutWord.length),
    none('times that it called itself ready', of('ready').filter(({ status }) => status !== 503).length),
    none('times that it did not say it lives', of('alive').filter(({ status }) => status !== 200).length),
    atMost(
      'time to say so, 99th percentile',
      percentile(
        looks.map(({ tookMs }) => tookMs),
        0.99,
      ) / 1000,
      5.5,
      's',
    ),
  ];
}

/** From the moment the database takes connections until the service is ready, lists and takes an alert. */
async function measureReturn(url: string, stand: Stand): Promise<number> {
  const startedAtMs = performance.now();
  await waitFor('the service to be back', async () => {
    const looks = await lookEverywhere(url, stand);
    return looks.every(({ status }) => status === 200);
  });
  return performance.now() - startedAtMs;
}

function longestReturn(backAfterMs: readonly number[]): FaultRow {
  return atMost('back by itself after', Math.max(...backAfterMs) / 1000, BACK_SECONDS_MAX, 's');
}
