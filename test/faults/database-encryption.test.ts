import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createSecureServer, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { explainError } from '../../src/cli/explain-error.ts';
import { type PostgresServer, startPostgresServer } from '../../src/sandbox/postgres/server.ts';
import { connect, type Sql } from '../../src/store/connect.ts';
import { encryptSocket } from '../../src/store/connection/encrypt-socket.ts';
import { isDatabaseUnavailable } from '../../src/store/database-errors.ts';
import { makeSelfSigned } from '../support/certificate.ts';
import { startCutProxy } from '../support/cut-proxy.ts';
import { waitFor } from '../support/wait-for.ts';

let directory: string;
let server: PostgresServer;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'chargeback-alerts-encryption-'));
  // The certificate is good for 127.0.0.1 and signs itself, so that it is its own authority.
  const { cert, key } = makeSelfSigned();
  await writeFile(inDirectory('server.crt'), cert);
  await writeFile(inDirectory('server.key'), key, { mode: 0o600 });
  await writeFile(inDirectory('other.crt'), makeSelfSigned().cert);
  server = await startPostgresServer({
    directory,
    settings: {
      fsync: 'off',
      ssl: 'on',
      ssl_cert_file: inDirectory('server.crt'),
      ssl_key_file: inDirectory('server.key'),
    },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

function inDirectory(name: string): string {
  return join(directory, name);
}

type Parameters = Readonly<Record<string, string>>;

/** One connection; `sslrootcert` is named by its file in the directory. */
function connectWith(
  parameters: Parameters,
  { to = server.url, host = '127.0.0.1', replyWithinMs = 30_000 } = {},
): Sql {
  const url = new URL(to);
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, name === 'sslrootcert' ? inDirectory(value) : value);
  }
  const sql = connect(url.href, { applicationName: 'test encryption', connectionsMax: 1, replyWithinMs });
  onTestFinished(() => sql.end({ timeout: 0 }));
  return sql;
}

/** The URL of somebody who is not PostgreSQL. */
async function listen(stranger: Server): Promise<string> {
  await once(stranger.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  return `postgres://user@127.0.0.1:${port}/name`;
}

/** A host of two addresses, of which the second serves, as `localhost` often is. */
function connectToSecondAddress(): Socket {
  return new Socket().connect({
    port: Number(new URL(server.url).port),
    host: 'localhost',
    lookup: (_host, _options, found) =>
      found(null, [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]),
  });
}

async function isEncrypted(sql: Sql): Promise<boolean | undefined> {
  const [seen] = await sql<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
  return seen?.ssl;
}

describe('what is asked for is what one gets', () => {
  test.for<[Parameters, boolean]>([
    [{}, false],
    [{ sslmode: 'disable' }, false],
    [{ sslmode: 'prefer' }, true],
    [{ sslmode: 'require' }, true],
    [{ sslmode: 'require', sslnegotiation: 'direct' }, true],
    [{ sslmode: 'verify-full', sslrootcert: 'server.crt' }, true],
  ])('%j: encrypted %s', async ([parameters, encrypted]) => {
    expect(await isEncrypted(connectWith(parameters))).toBe(encrypted);
  });

  test('the authority alone counts with verify-ca, and with require if it is named', async () => {
    for (const sslmode of ['verify-ca', 'require']) {
      const sql = connectWith({ sslmode, sslrootcert: 'server.crt' }, { host: 'localhost' });
      expect(await isEncrypted(sql)).toBe(true);
    }
  });

  test('a server that does not encrypt will do with prefer', async () => {
    expect(await isEncrypted(connectWith({ sslmode: 'prefer' }, { to: inject('serverUrl') }))).toBe(false);
  });
});

describe('what would not be safe is refused, in words that help, and as an outage', () => {
  test.for<[Parameters, string, string]>([
    [{ sslmode: 'verify-full', sslrootcert: 'other.crt' }, '127.0.0.1', 'self-signed certificate'],
    [{ sslmode: 'verify-full' }, '127.0.0.1', 'self-signed certificate'],
    [
      { sslmode: 'verify-full', sslrootcert: 'server.crt' },
      'localhost',
      "does not match certificate's altnames",
    ],
    [{ sslmode: 'require', sslrootcert: 'other.crt' }, '127.0.0.1', 'self-signed certificate'],
  ])('%j at %s: %s', async ([parameters, host, words]) => {
    const error: unknown = await connectWith(parameters, { host })`select 1`.catch(
      (thrown: unknown) => thrown,
    );
    expect(explainError(error)).toContain('The connection to the database cannot be encrypted');
    expect(explainError(error)).toContain(words);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('a server that does not encrypt', async () => {
    const sql = connectWith({ sslmode: 'require' }, { to: inject('serverUrl') });
    for (let round = 0; round < 3; round += 1) {
      await expect(sql`select 1`).rejects.toThrow('the server does not encrypt connections');
    }
  });

  test.for([
    ['something else', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'answers like none of PostgreSQL'],
    ['more than it may', 'S and what is taken for encrypted', 'answers like none of PostgreSQL'],
    ['nothing, and ends', '', 'ECONNRESET'],
    ['yes, and ends', 'S', 'disconnected before secure TLS connection'],
    ['nothing, and stays', undefined, 'ETIMEDOUT'],
  ] as const)('a server that answers %s', async ([, answer, words]) => {
    const stranger = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer !== undefined && socket.end(answer));
    });
    const sql = connectWith({ sslmode: 'require' }, { to: await listen(stranger) });
    await expect(sql`select 1`).rejects.toThrow(words);
  });

  test('a server that encrypts at once and is not PostgreSQL', async () => {
    const stranger = createSecureServer(makeSelfSigned(), (socket) => socket.on('error', () => {}));
    const sql = connectWith({ sslmode: 'require', sslnegotiation: 'direct' }, { to: await listen(stranger) });
    await expect(sql`select 1`).rejects.toThrow('does not say that it is PostgreSQL');
  });

  test('authorities that cannot be read', () => {
    expect(() => connectWith({ sslmode: 'verify-full', sslrootcert: 'missing.crt' })).toThrow(
      /^sslrootcert in DATABASE_URL cannot be read: ENOENT/,
    );
  });
});

describe('before a socket has connected', () => {
  const DIRECTLY = { isRequired: true, proof: 'none', authorities: undefined, isDirect: true } as const;

  test('no handshake begins, since the address may still change', async () => {
    const encrypted = await encryptSocket(connectToSecondAddress(), 'localhost', DIRECTLY);
    onTestFinished(() => void encrypted.destroy());
    expect(encrypted).toBeInstanceOf(TLSSocket);
  });

  test('a failure is told as it is and not as one of encryption', async () => {
    const socket = connectToSecondAddress();
    const forbidden = Object.assign(new Error('connect EACCES'), { code: 'EACCES', syscall: 'connect' });
    const encrypting = encryptSocket(socket, 'localhost', DIRECTLY);
    socket.destroy(forbidden);
    await expect(encrypting).rejects.toBe(forbidden);
  });
});

describe('an encrypted connection is cured like any other', () => {
  test('cut among its rows, it leaves none to the next statement', async () => {
    const proxy = await startCutProxy(server.url);
    onTestFinished(() => proxy.stop());
    const sql = connectWith({ sslmode: 'require' }, { to: proxy.url });
    const onlooker = connectWith({});
    const reading = sql`
      select n, pg_sleep(case n when 5000 then 30 else 0 end) from generate_series(1, 5000) n`.catch(
      (error: unknown) => error,
    );
    await waitFor('rows on their way', async () => {
      const [asleep] = await onlooker`select from pg_stat_activity where wait_event = 'PgSleep'`;
      return asleep !== undefined;
    });
    proxy.cutAll();
    expect(await reading).toMatchObject({ code: 'ECONNRESET' });
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  test('a statement that fails after its first rows leaves none of them to the next', async () => {
    const sql = connectWith({ sslmode: 'require' });
    await expect(sql`select 10 / (3 - n) as tenth from generate_series(1, 5) n`).rejects.toThrow('division');
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  });

  test('silent for too long, it counts as gone, and whoever asks next is served', async () => {
    const sql = connectWith({ sslmode: 'require' }, { replyWithinMs: 500 });
    await expect(sql`select pg_sleep(30)`).rejects.toThrow('The database does not answer');
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  });
});
