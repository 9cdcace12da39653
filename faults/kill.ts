import { setTimeout as pause } from 'node:timers/promises';
import { killBackend, startDatabaseServer } from './support/database-server.ts';
import type { FaultOptions } from './support/fault-options.ts';
import { Random } from './support/random.ts';
import { longestStuck, measureRecovery } from './support/recovery.ts';
import { atLeast, type FaultRow } from './support/report.ts';
import { startApiAndWorker, underLoad } from './support/under-load.ts';

const VICTIMS = ['api', 'worker', 'api and worker', 'postmaster', 'backend', 'everything'] as const;
const ALERTS_EVERY_MS = 100;
/** After this many kills the service is left alone until what waited is done. */
const RECOVERY_EVERY = 8;

/** `kill -9` of one part or all of them, at any moment, under load, again and again. */
export async function faultKill({ seed, cycles }: FaultOptions): Promise<FaultRow[]> {
  const random = new Random(seed);
  const database = await startDatabaseServer();
  const kills = new Map<string, number>();
  const recoveriesMs: number[] = [];
  const { kept } = await underLoad(
    { seed, database, start: startApiAndWorker, alertsEveryMs: ALERTS_EVERY_MS },
    async ({ sql }, { api, worker }) => {
      const parts = { api, worker, database };
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
      recoveriesMs.push(await measureRecovery(sql));
    },
  );
  const shown = [...kills].map(([victim, count]) => `${victim} ${count}`).join(', ');
  return [atLeast(`kills: ${shown}`, cycles, cycles), ...kept, longestStuck(recoveriesMs)];
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
