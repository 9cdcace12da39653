import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startApiAndWorker, underLoad } from '../../faults/support/under-load.ts';
import { createTestDatabase } from '../support/database.ts';

/** The long run, with PostgreSQL itself among the victims, is `npm run faults -- kill`. */
test('promises 1, 2 and 5: API and worker killed under load: nothing lost, nothing twice, nothing stuck', async () => {
  const own = await createTestDatabase();
  const database = { url: own.url, discard: async () => own.drop() };
  const { kept } = await underLoad(
    { seed: 7, database, start: startApiAndWorker, alertsEveryMs: 25 },
    async ({ sql }, { api, worker }) => {
      for (const victims of [[api], [worker], [api, worker]]) {
        await pause(400);
        await Promise.all(victims.map(async (victim) => victim.kill()));
        // Stands for waiting until the dead worker's hold has run out.
        await sql`update outbox_lanes set held_until = clock_timestamp() where holder is not null`;
        await Promise.all(victims.map(async (victim) => victim.start()));
      }
    },
  );
  expect(kept.filter(({ holds }) => !holds)).toEqual([]);
}, 120_000);
