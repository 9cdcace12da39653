import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/store/connect.ts';
import { readDatabaseAddress } from '../../src/store/connection/database-hosts.ts';
import { transact } from '../../src/store/transact.ts';
import { makeSelfSigned } from '../support/certificate.ts';
import { startCutProxy } from '../support/cut-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('several hosts in one URL, as libpq has them', () => {
  test.for([
    ['postgres://u:p@one:1,two:2/db?x=1', 'postgres://u:p@one:1/db?x=1', ['one 1', 'two 2']],
    ['postgresql://one,two:6/db', 'postgresql://one/db', ['one 5432', 'two 6']],
    ['postgres://u@[::1]:5433/db', 'postgres://u@[::1]:5433/db', ['::1 5433']],
    ['postgres://u@%2Frun%2Fpg/db', 'postgres://u@%2Frun%2Fpg/db', ['/run/pg 5432']],
    ['POSTGRES://u:p@ss@one,two/db', 'POSTGRES://u:p@ss@one/db', ['one 5432', 'two 5432']],
  ] as const)('%s', ([given, url, hosts]) => {
    const address = readDatabaseAddress(given);
    expect(address.url).toBe(url);
    expect(address.hosts.map(({ host, port }) => `${host} ${port}`)).toEqual(hosts);
  });

  test('what is no URL of PostgreSQL leads to no host at all', () => {
    expect(() => readDatabaseAddress('mysql://one/db?sslmode=verify-full')).toThrow(
      'must begin with postgres',
    );
  });

  test('days are cut where UTC cuts them, whatever time zone the URL names', () => {
    const { url } = readDatabaseAddress('postgres://one/db?TimeZone=Asia/Tokyo&jit=on&timezone=Asia/Tokyo');
    expect(url).toBe('postgres://one/db?jit=on');
  });

  test('a host that refuses is passed over, and the one that serves is kept to', async () => {
    const { host } = new URL(database.url);
    const sql = connect(database.url.replace(host, `127.0.0.1:1,${host}`), {
      applicationName: 'test hosts',
      connectionsMax: 3,
    });
    await expect(sql`select 1`).rejects.toThrow('ECONNREFUSED');
    for (let round = 0; round < 10; round += 1) await sql`select 1`;
    await sql.end({ timeout: 1 });
  });
});

/** Bind complete, one row, command complete, ready: 5 + 12 + 14 + 6 bytes. */
const REPLY_BYTES = 37;

describe.for([
  ['as they are', undefined],
  ['encrypted', makeSelfSigned()],
] as const)('connections, %s', ([, certificate]) => {
  test('connections cut in the same moment, again and again, are replaced before the connect timeout', async () => {
    const proxy = await startCutProxy(database.url, certificate);
    const sql = connect(proxy.url, { applicationName: 'test cuts', connectionsMax: 10 });
    let slowestMs = 0;
    async function ask(): Promise<void> {
      const askedAtMs = performance.now();
      await sql`select 1`.catch(() => {});
      slowestMs = Math.max(slowestMs, performance.now() - askedAtMs);
    }
    for (let round = 0; round < 8; round += 1) {
      // Asked again in the moment of the answer, as requests do that wait for their turn.
      const asking = Array.from({ length: 40 }, async () => {
        for (let count = 0; count < 5; count += 1) await ask();
      });
      await pause(3);
      proxy.cutAll();
      await Promise.all(asking);
    }
    await sql.end({ timeout: 0 });
    await proxy.stop();
    // The driver alone waits for its connect timeout of 5 s.
    expect(slowestMs).toBeLessThan(4000);
  });

  test('a connection cut in the middle of its rows leaves nothing behind for the next statement', async () => {
    const proxy = await startCutProxy(database.url, certificate);
    const sql = connect(proxy.url, { applicationName: 'test rows', connectionsMax: 1 });
    const readMany = async () => sql`select n as many_rows from generate_series(1, 500) n`;
    // Known to the server, so that what comes back next are rows.
    await readMany();
    proxy.cutAnswerTo('B');
    await expect(readMany()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
    await sql.end({ timeout: 0 });
    await proxy.stop();
  });

  test('wherever in its reply a connection is cut, the next statement sees its own rows and no others', async () => {
    const cuts = Array.from({ length: REPLY_BYTES - 1 }, (_, index) => index + 1);
    const seen = await Promise.all(
      cuts.map(async (keptBytes) => {
        const proxy = await startCutProxy(database.url, certificate);
        const sql = connect(proxy.url, { applicationName: 'test cut reply', connectionsMax: 1 });
        const readOne = async (): Promise<unknown[]> => [...(await sql`select 1 as one`)];
        await readOne();
        proxy.cutAnswerTo('B', keptBytes);
        await readOne().catch(() => {});
        const rows = await readOne();
        await sql.end({ timeout: 0 });
        await proxy.stop();
        return [keptBytes, rows];
      }),
    );
    expect(seen.filter(([, rows]) => !isDeepStrictEqual(rows, [{ one: 1 }]))).toEqual([]);
  });
});

test('a statement that fails after its first rows leaves none of them to the next', async () => {
  const sql = connect(database.url, { applicationName: 'test failing rows', connectionsMax: 1 });
  await expect(sql`select 10 / (3 - n) as tenth from generate_series(1, 5) n`).rejects.toThrow('division');
  expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  await sql.end({ timeout: 0 });
});

test('a server that says nothing for long counts as gone, in a transaction too, and whoever asks next is served', async () => {
  const sql = connect(database.url, {
    applicationName: 'test silence',
    connectionsMax: 1,
    replyWithinMs: 500,
  });
  await expect(sql`select pg_sleep(30)`).rejects.toThrow('The database does not answer');
  await expect(transact(sql, (transaction) => transaction`select pg_sleep(30)`)).rejects.toThrow(
    /CONNECTION_CLOSED|does not answer/,
  );
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await sql.end({ timeout: 1 });
});
