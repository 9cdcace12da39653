import { setTimeout as pause } from 'node:timers/promises';
import { killBackend, startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { startLoad } from './support/load.ts';
import { Random } from './support/random.ts';
import { longestStuck, measureRecovery } from './support/recovery.ts';
import { atLeast, type FaultRow } from './support/report.ts';
import { ServicePart } from './support/service-part.ts';
import { openStand } from './support/stand.ts';
import { verify, waitUntilAllIsDone } from './support/verify.ts';

const VICTIMS = ['api', 'worker', 'api and worker', 'postmaster', 'backend', 'everything'] as const;
const ALERTS_EVERY_MS = 100;
/** Every so many kills the service is left in peace until what waited is done. */
const RECOVERY_EVERY = 8;

/** `kill -9` of one part or all of them, at any moment, under load, again and again. */
export async function faultKill({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const random = new Random(seed);
  const database = await startDatabaseServer();
  const stand = await openStand({ databaseUrl: database.url });
  const api = await ServicePart.start(stand.config, 'api');
  const worker = await ServicePart.start(stand.config, 'worker');
  const parts = { api, worker, database };
  const { company, ledger, sql } = stand;
  const load = startLoad({
    url: api.url,
    company,
    ledger,
    random: new Random(seed),
    everyMs: ALERTS_EVERY_MS,
  });
  const kills = new Map<string, number>();
  const recoveriesMs: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    await pause(random.between(50, 1500));
    const victim = random.pick(VICTIMS);
    kills.set(victim, (kills.get(victim) ?? 0) + 1);
    const dead = victimsOf(victim);
    await Promise.all(dead.map(async (name) => parts[name].kill()));
    if (victim === 'backend') await killBackend(sql, random).catch(() => {});
    await pause(random.between(0, 700));
    await Promise.all(random.shuffle(dead).map(async (name) => parts[name].start()));
    if (cycle % RECOVERY_EVERY === RECOVERY_EVERY - 1) recoveriesMs.push(await measureRecovery(sql));
  }
  await load.stop();
  recoveriesMs.push(await measureRecovery(sql));
  await waitUntilAllIsDone(sql);
  const rows = await verify(sql, { ledger, requests: stand.receiver.requests, provider: stand.provider });
  await stand.close();
  await database.discard();
  const shown = [...kills].map(([victim, count]) => `${victim} ${count}`).join(', ');
  return [atLeast(`kills: ${shown}`, cycles, cycles), ...rows, longestStuck(recoveriesMs)];
}

function victimsOf(victim: (typeof VICTIMS)[number]): ('api' | 'worker' | 'database')[] {
  switch (victim) {
    case 'api':
    case 'worker':
      return [victim];
    case 'api and worker':
      return ['api', 'worker'];
    case 'postmaster':
      return ['database'];
    case 'everything':
      return ['api', 'worker', 'database'];
    case 'backend':
      return [];
  }
}
