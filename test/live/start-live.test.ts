import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readMessage, writeMessages } from '../../src/live/live-message.ts';
import { type RunningLive, startLive } from '../../src/live/start-live.ts';
import { connect } from '../../src/store/connect.ts';
import { sendLiveNotices } from '../../src/store/live-notices.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { waitFor } from '../support/wait-for.ts';

let database: TestDatabase;
const running: RunningLive[] = [];
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((live) => live.stop()));
});
afterAll(() => database.drop());

async function start(checkEveryMs?: number): Promise<RunningLive> {
  const live = await startLive(database.sql, log, { checkEveryMs });
  running.push(live);
  return live;
}

describe('what one process tells', () => {
  test('reaches the pages of that company in every process, once for many changes', async () => {
    const [one, other] = [await start(), await start()];
    const companyId = randomUUID();
    const heard: string[] = [];
    const heardElsewhere: string[] = [];
    const heardByStranger: string[] = [];
    one.subscribe(companyId, (topic) => heard.push(topic));
    other.subscribe(companyId, (topic) => heardElsewhere.push(topic));
    other.subscribe(randomUUID(), (topic) => heardByStranger.push(topic));
    for (let count = 0; count < 100; count += 1) one.tell(companyId, 'alerts');
    one.tell(companyId, 'bulk_updates');
    await waitFor('both processes to hear', () => heard.length >= 2 && heardElsewhere.length >= 2);
    await pause(300);
    expect(heard.toSorted()).toEqual(['alerts', 'bulk_updates']);
    expect(heardElsewhere.toSorted()).toEqual(['alerts', 'bulk_updates']);
    expect(heardByStranger).toEqual([]);
  });

  test('is no longer heard after the end of a subscription', async () => {
    const live = await start();
    const companyId = randomUUID();
    const heard: string[] = [];
    const stillHeard: string[] = [];
    const end = live.subscribe(companyId, (topic) => heard.push(topic));
    live.subscribe(companyId, (topic) => stillHeard.push(topic));
    end();
    live.tell(companyId, 'company');
    await waitFor('the other subscriber to hear', () => stillHeard.length === 1);
    expect(heard).toEqual([]);
  });

  test('goes out in few notices, each below the limit, for any number of companies', async () => {
    const from = randomUUID();
    for (const count of [1, 100, 101, 1000, 1001, 5000]) {
      const companyIds = Array.from({ length: count }, () => randomUUID());
      const texts = writeMessages(from, 'bulk_updates', companyIds);
      expect(texts.length).toBeLessThanOrEqual(10);
      for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8000);
      const told = texts.flatMap((text) => readMessage(text)?.companyIds ?? []);
      expect(told).toEqual(count > 1000 ? ['*'] : companyIds);
      await sendLiveNotices(database.sql, texts);
    }
  });

  test('that is not understood is passed over', () => {
    for (const text of ['', 'x', '[]', '{}', '{"from":"a","topic":"other","companyIds":[]}']) {
      expect(readMessage(text)).toBeUndefined();
    }
  });
});

describe('a listener that was cut off', () => {
  test('listens again after its connection was ended', async () => {
    const [one, other] = [await start(200), await start(200)];
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`;
    expect(await hearsAgain(one, other)).toBe(true);
  });

  test('listens again when the database could not be reached for a while', async () => {
    const proxy = await startDatabaseProxy(database.url);
    const sql = connect(proxy.url, { applicationName: 'behind a proxy', connectionsMax: 2 });
    const cutOff = await startLive(sql, log, { checkEveryMs: 200 });
    const teller = await start();
    try {
      await proxy.cut();
      await pause(1500);
      await proxy.restore();
      expect(await hearsAgain(teller, cutOff)).toBe(true);
    } finally {
      await cutOff.stop();
      await sql.end({ timeout: 0 });
      await proxy.cut();
    }
  });
});

/** While it is deaf, every check tells everything; it hears again once it is quiet and one change arrives once. */
async function hearsAgain(teller: RunningLive, listener: RunningLive): Promise<boolean> {
  const companyId = randomUUID();
  let heard = 0;
  listener.subscribe(companyId, () => (heard += 1));
  return waitFor('it to hear again', async () => {
    const before = heard;
    await pause(500);
    if (heard !== before) return false;
    teller.tell(companyId, 'alerts');
    await pause(700);
    return heard === before + 1;
  });
}
