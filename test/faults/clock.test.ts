import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideByTheClock } from '../../faults/support/clock-cases.ts';
import { ServicePart } from '../../faults/support/service-part.ts';
import { openStand, type Stand } from '../../faults/support/stand.ts';
import { wrongClock } from '../../faults/support/wrong-clock.ts';
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

/** Both ways and more often: `npm run faults -- clock`. */
test('D11: processes whose clock is 25 h ahead take no answer too late, refuse none too early, expire nothing early', async () => {
  const [api] = await Promise.all([
    ServicePart.start(stand.config, 'api', wrongClock(25)),
    ServicePart.start(stand.config, 'worker', wrongClock(25)),
  ]);
  const found = await decideByTheClock(api.url, stand);
  expect(found).toEqual({ decisions: 16, wrongAnswers: 0, wrongExpiries: 0 });
}, 120_000);
