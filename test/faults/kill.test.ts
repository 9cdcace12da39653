import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoad } from '../../faults/support/load.ts';
import { Random } from '../../faults/support/random.ts';
import { ServicePart } from '../../faults/support/service-part.ts';
import { openStand, type Stand } from '../../faults/support/stand.ts';
import { verify, waitUntilAllIsDone } from '../../faults/support/verify.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let stand: Stand;

beforeAll(async () => {
  database = await createTestDatabase();
  stand = await openStand({ databaseUrl: database.url });
});
afterAll(async () => {
  await stand.close();
  await database.drop();
});

/** The long run, with PostgreSQL itself among the victims, is `npm run faults -- kill`. */
test('promises 1, 2 and 5: API and worker killed under load: nothing lost, nothing twice, nothing stuck', async () => {
  const { sql, config, company, ledger, receiver, provider } = stand;
  const [api, worker] = await Promise.all([
    ServicePart.start(config, 'api'),
    ServicePart.start(config, 'worker'),
  ]);
  const load = startLoad({ url: api.url, company, ledger, random: new Random(7), everyMs: 25 });
  for (const victims of [[api], [worker], [api, worker]]) {
    await pause(400);
    await Promise.all(victims.map(async (victim) => victim.kill()));
    // Stands for waiting until the dead worker's hold has run out.
    await sql`update outbox_lanes set held_until = clock_timestamp() where holder is not null`;
    await Promise.all(victims.map(async (victim) => victim.start()));
  }
  await load.stop();
  await waitUntilAllIsDone(sql);
  const rows = await verify(sql, { ledger, requests: receiver.requests, provider });
  expect(rows.filter(({ holds }) => !holds)).toEqual([]);
}, 120_000);
