import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { waitFor } from '../support/wait-for.ts';
import { startTcpServer, startWebServer } from './servers.ts';
import { BODY, HEADERS, postTo, useSender } from './use-sender.ts';

const KIB = 1024;

test('the request arrives as it was given, and the answer comes back', async () => {
  const server = await startWebServer((response) => {
    response.writeHead(503, { 'retry-after': '120' }).end('não agora');
  });
  const result = await useSender().post(postTo(`${server.url}/hook?tenant=1`));
  expect(result).toEqual({
    kind: 'answered',
    status: 503,
    headers: { retryAfter: '120' },
    body: 'não agora',
    durationMs: expect.any(Number),
  });
  expect(server.requests).toMatchObject([{ method: 'POST', path: '/hook?tenant=1', body: BODY }]);
  expect(server.requests[0]?.headers).toEqual({
    ...HEADERS,
    host: `127.0.0.1:${server.port}`,
    connection: 'keep-alive',
    'content-length': String(Buffer.byteLength(BODY)),
    'user-agent': 'chargeback-alerts/1',
    'accept-encoding': 'identity',
  });
});

test('bytes are sent as bytes, and an empty answer is an answer', async () => {
  const server = await startWebServer((response) => response.writeHead(204).end());
  const result = await useSender().post({ url: server.url, headers: {}, body: Buffer.from(BODY) });
  expect(result).toMatchObject({
    kind: 'answered',
    status: 204,
    headers: { retryAfter: undefined },
    body: '',
  });
  expect(server.requests).toMatchObject([{ path: '/', body: BODY }]);
});

test.each([301, 302, 303, 307, 308])('%i is an answer, and nobody follows it', async (status) => {
  const elsewhere = await startWebServer((response) => response.end());
  const server = await startWebServer((response) => {
    response.writeHead(status, { location: `${elsewhere.url}/elsewhere` }).end();
  });
  expect(await useSender().post(postTo(server.url))).toMatchObject({ kind: 'answered', status });
  expect(elsewhere.connections.size).toBe(0);
});

test('a hint before the answer is not the answer', async () => {
  const server = await startWebServer((response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => response.end('done'));
  });
  expect(await useSender().post(postTo(server.url))).toMatchObject({ status: 200, body: 'done' });
});

test('bytes that are no text do not spoil the answer', async () => {
  const server = await startWebServer((response) => response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])));
  expect(await useSender().post(postTo(server.url))).toMatchObject({ body: 'a\uFFFD\uFFFDb' });
});

test('an answer of 16 KiB is read whole and keeps the connection', async () => {
  const server = await startWebServer((response) => response.end('x'.repeat(16 * KIB)));
  const sender = useSender();
  expect(await sender.post(postTo(server.url))).toMatchObject({ body: 'x'.repeat(16 * KIB) });
  expect(server.openConnections.size).toBe(1);
});

test('of an endless answer 16 KiB are read, and the connection is dropped', async () => {
  const server = await startTcpServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const pour = (): void => {
      while (socket.writable && socket.write('y'.repeat(64 * KIB)));
    };
    socket.on('drain', pour);
    pour();
  });
  const result = await useSender().post(postTo(server.url));
  expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'y'.repeat(16 * KIB) });
  await waitFor('the connection to be dropped', () => server.openConnections.size === 0);
});

test('nobody waits for the rest of an answer of more than 16 KiB', async () => {
  const server = await startTcpServer((socket) => {
    socket.once('data', () =>
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n${'z'.repeat(16 * KIB + 1)}`),
    );
  });
  expect(await useSender().post(postTo(server.url))).toMatchObject({
    status: 200,
    body: 'z'.repeat(16 * KIB),
  });
  await waitFor('the connection to be dropped', () => server.openConnections.size === 0);
});

test('an answer that came packed all the same is not unpacked', async () => {
  const packed = Buffer.from('1f8b0800', 'hex');
  const server = await startWebServer((response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  });
  expect(await useSender().post(postTo(server.url))).toMatchObject({
    body: packed.toString().replaceAll('\0', '\uFFFD'),
  });
});

test('connections are used again', async () => {
  const server = await startWebServer((response) => response.end());
  const sender = useSender();
  for (let round = 0; round < 50; round += 1) await sender.post(postTo(server.url));
  expect(server.requests).toHaveLength(50);
  // Two and not one, since undici lets a connection rest for a turn of the event loop before it uses it again.
  expect(server.connections.size).toBeLessThanOrEqual(2);
});

test('one origin gets 16 connections at most, and the rest wait for their turn', async () => {
  const server = await startWebServer((response) => {
    setImmediate(() => response.end());
  });
  const sender = useSender();
  const results = await Promise.all(Array.from({ length: 200 }, () => sender.post(postTo(server.url))));
  expect(results.every(({ kind }) => kind === 'answered')).toBe(true);
  expect(server.connections.size).toBe(16);
});

test('closing lets what is under way end, then leaves no connection behind', async () => {
  const held = Promise.withResolvers<() => void>();
  const server = await startWebServer((response) => held.resolve(() => response.end('late')));
  const sender = useSender();
  const posted = sender.post(postTo(server.url));
  const release = await held.promise;
  const closed = sender.close();
  await expect(sender.post(postTo(server.url))).rejects.toThrow('The sender is closed');
  release();
  expect(await posted).toMatchObject({ kind: 'answered', body: 'late' });
  await closed;
  await waitFor('every connection to be closed', () => server.openConnections.size === 0);
});

test('a header that cannot be sent is a mistake of the caller', async () => {
  const server = await startWebServer((response) => response.end());
  await expect(
    useSender().post({ url: server.url, headers: { 'x-note': 'a\r\nb' }, body: '' }),
  ).rejects.toThrow('invalid x-note header');
  expect(server.requests).toEqual([]);
});

test('the environment names no proxy to the sender', async () => {
  const server = await startWebServer((response) => response.end());
  const proxy = await startTcpServer((socket) => socket.destroy());
  const script = `
    import { createSender } from ${JSON.stringify(new URL('../../src/sending/sender.ts', import.meta.url))};
    const sender = createSender({ allowPrivate: true });
    const result = await sender.post({ url: ${JSON.stringify(server.url)}, headers: {}, body: '' });
    await sender.close();
    process.exitCode = result.status === 200 ? 0 : 1;`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { NODE_USE_ENV_PROXY: '1', ...Object.fromEntries(names.map((name) => [name, proxy.url])) },
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(server.requests).toHaveLength(1);
  expect(proxy.connections.size).toBe(0);
});
