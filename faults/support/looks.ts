import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../bench/support/percentile.ts';
import { createClient } from '../../test/support/client.ts';
import { alertMessage, postAlerts } from '../../test/support/provider.ts';
import { waitFor } from '../../test/support/wait-for.ts';
import { atLeast, atMost, type FaultRow, none } from './report.ts';
import type { Stand } from './stand.ts';

const IN_PEACE_MS = 3000;
const LOOK_EVERY_MS = 250;
const BACK_SECONDS_MAX = 5;

/** One question to the service, and what became of it. */
interface Look {
  readonly what: 'list' | 'intake' | 'ready' | 'alive';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly tookMs: number;
}

/** What was seen while something went wrong, and how long all was not well after each time. */
interface Watched {
  readonly looks: readonly Look[];
  readonly backAfterMs: readonly number[];
}

/** Lets something go wrong for a while, again and again, and asks all through it. `begin` returns what ends it. */
export async function watchThrough(
  { cycles, lastingMs }: { readonly cycles: number; readonly lastingMs: number },
  url: string,
  stand: Stand,
  begin: () => Promise<() => Promise<void>>,
): Promise<Watched> {
  const looks: Look[] = [];
  const backAfterMs: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    await pause(IN_PEACE_MS);
    const end = await begin();
    looks.push(...(await lookFor(lastingMs, url, stand)));
    await end();
    backAfterMs.push(await measureReturn(url, stand));
  }
  return { looks, backAfterMs };
}

/** Asks everything now and then for a while, whatever an earlier question still waits for. */
async function lookFor(durationMs: number, url: string, stand: Stand): Promise<Look[]> {
  const rounds: Promise<Look[]>[] = [];
  const untilMs = performance.now() + durationMs;
  while (performance.now() < untilMs) {
    rounds.push(lookEverywhere(url, stand));
    await pause(LOOK_EVERY_MS);
  }
  return (await Promise.all(rounds)).flat();
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

export function looksAt(looks: readonly Look[], ...kinds: readonly Look['what'][]): Look[] {
  return looks.filter(({ what }) => kinds.includes(what));
}

/** What is owed whether or not a request can be served. */
export function describeLooks(looks: readonly Look[], secondsMax: number): FaultRow[] {
  const refused = looks.filter(({ status }) => status === 503);
  const tookMs = looks.map((look) => look.tookMs);
  return [
    atLeast('questions asked meanwhile', looks.length, 1),
    atLeast('of them answered 503', refused.length, 1),
    none('of these without Retry-After', refused.filter(({ retryAfter }) => retryAfter === null).length),
    none('answered neither 200 nor 503', looks.filter(({ status }) => ![200, 503].includes(status)).length),
    none(
      'times that it did not say it lives',
      looksAt(looks, 'alive').filter(({ status }) => status !== 200).length,
    ),
    atMost('time to an answer, 99th percentile', percentile(tookMs, 0.99) / 1000, secondsMax, 's'),
  ];
}

/** From now until the service is ready, lists and takes an alert. */
async function measureReturn(url: string, stand: Stand): Promise<number> {
  const startedAtMs = performance.now();
  await waitFor('the service to be back', async () => {
    const looks = await lookEverywhere(url, stand);
    return looks.every(({ status }) => status === 200);
  });
  return performance.now() - startedAtMs;
}

export function longestReturn(backAfterMs: readonly number[]): FaultRow {
  return atMost('back by itself after', Math.max(...backAfterMs) / 1000, BACK_SECONDS_MAX, 's');
}
