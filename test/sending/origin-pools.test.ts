import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { buildConnector } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createOriginPools, type OriginPools } from '../../src/sending/origin-pools.ts';
import { SendError } from '../../src/sending/send-error.ts';
import type { SendResult } from '../../src/sending/send-result.ts';
import { waitFor } from '../support/wait-for.ts';
import { startTcpServer, startWebServer } from './servers.ts';

function usePools(poolsMax: number): OriginPools {
  const pools = createOriginPools(({ hostname, port }, callback) => {
    const socket = connect(Number(port), hostname, () => callback(null, socket));
  }, poolsMax);
  onTestFinished(() => pools.close());
  return pools;
}

function send(pools: OriginPools, origin: string, timeoutMs = 10_000, lane?: string): Promise<SendResult> {
  return pools.take(origin, lane).send({ method: 'POST', path: '/', body: '' }, timeoutMs);
}

test('beyond the limit the origin that was idle the longest loses its connections', async () => {
  const servers = await Promise.all([1, 2, 3].map(() => startWebServer((response) => response.end())));
  const [oldest, kept, newest] = servers.map(({ url }) => url) as [string, string, string];
  const pools = usePools(2);
  for (const origin of [oldest, kept, oldest, kept, newest]) await send(pools, origin);
  await waitFor('the oldest to be closed', () => servers[0]?.openConnections.size === 0);
  expect(servers.slice(1).map(({ openConnections }) => openConnections.size > 0)).toEqual([true, true]);
  expect(await send(pools, oldest)).toMatchObject({ kind: 'answered' });
});

test('beyond the limit a busy origin keeps its connections, and the new one is served all the same', async () => {
  const held = Promise.withResolvers<() => void>();
  const busy = await startWebServer((response) => held.resolve(() => response.end('late')));
  const other = await startWebServer((response) => response.end());
  const pools = usePools(1);
  const late = send(pools, busy.url);
  const release = await held.promise;
  expect(await send(pools, other.url)).toMatchObject({ kind: 'answered' });
  release();
  expect(await late).toMatchObject({ kind: 'answered', body: 'late' });
});

test('a lane whose requests hang does not keep another lane from the same host', async () => {
  const held: ServerResponse[] = [];
  const server = await startWebServer((response) => held.push(response));
  const pools = usePools(10);
  const hung = Array.from({ length: 16 }, () => send(pools, server.url, 10_000, 'hung lane'));
  await waitFor('every connection of the lane to be busy', () => held.length === 16);
  const other = send(pools, server.url, 10_000, 'another lane');
  await waitFor('the other lane to get through', () => held.length === 17);
  for (const response of held) response.end();
  expect((await Promise.all([...hung, other])).every(({ kind }) => kind === 'answered')).toBe(true);
});

test('a lane whose address is changed goes to the new one, and what is under way to the old one ends', async () => {
  const held = Promise.withResolvers<() => void>();
  const former = await startWebServer((response) => held.resolve(() => response.end('late')));
  const present = await startWebServer((response) => response.end('here'));
  const pools = usePools(10);
  const late = send(pools, former.url, 10_000, 'a lane');
  const release = await held.promise;
  expect(await send(pools, present.url, 10_000, 'a lane')).toMatchObject({ body: 'here' });
  release();
  expect(await late).toMatchObject({ kind: 'answered', body: 'late' });
  await waitFor('the old address to be let go of', () => former.openConnections.size === 0);
  expect(present.openConnections.size).toBe(1);
});

test('closing waits for what is under way to an address that a lane has left', async () => {
  const held = Promise.withResolvers<() => void>();
  const former = await startWebServer((response) => held.resolve(() => response.end('late')));
  const present = await startWebServer((response) => response.end());
  const pools = usePools(10);
  const late = send(pools, former.url, 10_000, 'a lane');
  const release = await held.promise;
  await send(pools, present.url, 10_000, 'a lane');
  let isClosed = false;
  const closing = pools.close().then(() => (isClosed = true));
  await waitFor('the new address to be let go of', () => present.openConnections.size === 0);
  expect(isClosed).toBe(false);
  release();
  await closing;
  expect(await late).toMatchObject({ kind: 'answered', body: 'late' });
});

test('what ran out of time while it waited for its turn is never sent', async () => {
  const held: ServerResponse[] = [];
  const server = await startWebServer((response) => held.push(response));
  const pools = usePools(1);
  const running = Array.from({ length: 16 }, () => send(pools, server.url));
  await waitFor('every connection to be busy', () => held.length === 16);
  const waiting = await Promise.all(Array.from({ length: 20 }, () => send(pools, server.url, 50)));
  expect(waiting.every((result) => result.kind === 'failed' && result.reason === 'timeout')).toBe(true);
  for (const response of held) response.end();
  expect((await Promise.all(running)).every(({ kind }) => kind === 'answered')).toBe(true);
  await pools.close();
  expect(server.requests).toHaveLength(16);
});

test('what ran out of time while it waited for its turn takes no turn at connecting', async () => {
  const attempts: buildConnector.Callback[] = [];
  const pools = createOriginPools((_target, callback) => attempts.push(callback), 1);
  const connecting = Array.from({ length: 16 }, () => send(pools, 'http://hung.example'));
  await Promise.all(Array.from({ length: 20 }, () => send(pools, 'http://hung.example', 50)));
  for (const fail of attempts) fail(new SendError('connect', 'No connection'), null);
  expect((await Promise.all(connecting)).every(({ kind }) => kind === 'failed')).toBe(true);
  await pools.close();
  expect(attempts).toHaveLength(16);
});

test('a server that closes each connection after its answer without saying so gets every request', async () => {
  const server = await startTcpServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  });
  const pools = usePools(1);
  const results: SendResult[] = [];
  for (let request = 0; request < 20; request += 1) results.push(await send(pools, server.url));
  expect(results.map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'answered'));
  expect(server.connections.size).toBe(20);
});

test('never more connections to an origin than it may have, whatever becomes of the requests', async () => {
  const server = await startWebServer((response) => {
    if (server.requests.length % 3 === 0) response.socket?.destroy();
    else if (server.requests.length % 3 === 1) response.setHeader('connection', 'close').end();
    else response.end();
  });
  const pools = usePools(1);
  let openMost = 0;
  const results = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const result = await send(pools, server.url);
      openMost = Math.max(openMost, server.openConnections.size);
      return result;
    }),
  );
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['answered', 'failed']));
  expect(openMost).toBeLessThanOrEqual(16);
});
