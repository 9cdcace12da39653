import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Resolve } from '../../src/sending/resolve-host.ts';
import { waitFor } from '../support/wait-for.ts';
import { listen, startTcpServer, startWebServer } from './servers.ts';
import { postTo, useSender } from './use-sender.ts';

const failing: Resolve = () => Promise.reject(new Error('getaddrinfo ENOTFOUND hooks.internal at 10.0.0.2'));
const deafThenLoopback: Resolve = async () => [
  { address: '127.0.0.2', family: 4 },
  { address: '127.0.0.1', family: 4 },
];

test.each([
  ['no URL', 'hooks.example/path', 'The URL is not a full address'],
  ['an impossible host', 'https://256.256.256.256/', 'The URL is not a full address'],
  ['another scheme', 'ftp://127.0.0.1/', 'The URL must begin with https:// or http://'],
  ['a file', 'file:///etc/passwd', 'The URL must begin with https:// or http://'],
  ['a password', 'http://user:secret@127.0.0.1/', 'The URL must not carry a user name or password'],
])('bad_url: %s', async (_name, url, detail) => {
  expect(await useSender().post(postTo(url))).toEqual({
    kind: 'failed',
    reason: 'bad_url',
    detail,
    durationMs: 0,
  });
});

test('bad_url: plain http, where only public addresses are allowed', async () => {
  const result = await useSender({ allowPrivate: false }).post(postTo('http://hooks.example/'));
  expect(result).toMatchObject({ reason: 'bad_url', detail: 'The URL must begin with https://' });
});

test('dns: a host name that does not resolve', async () => {
  expect(await useSender({ resolve: failing }).post(postTo('http://hooks.example/'))).toMatchObject({
    reason: 'dns',
    detail: 'The host name could not be resolved',
  });
});

test('connect: nobody listens', async () => {
  const server = createServer();
  const { port } = await listen(server);
  server.close();
  expect(await useSender().post(postTo(`http://127.0.0.1:${port}/`))).toMatchObject({
    reason: 'connect',
    detail: 'Connection refused',
  });
});

test('connect: every address of the host is tried', async () => {
  const server = await startWebServer((response) => response.end());
  const result = await useSender({ resolve: deafThenLoopback }).post(
    postTo(`http://hooks.example:${server.port}/`),
  );
  expect(result).toMatchObject({ kind: 'answered', status: 200 });
});

test('timeout: a name server that hangs, and the request is not sent when it answers after all', async () => {
  const server = await startWebServer((response) => response.end());
  const answer = Promise.withResolvers<Awaited<ReturnType<Resolve>>>();
  const sender = useSender({ resolve: () => answer.promise, exchangeTimeoutMs: 50 });
  const url = `http://hooks.example:${server.port}/`;
  expect(await sender.post(postTo(url))).toMatchObject({
    reason: 'timeout',
    detail: 'No complete answer within 50 ms',
  });
  answer.resolve([{ address: '127.0.0.1', family: 4 }]);
  await waitFor('the connection', () => server.connections.size === 1);
  await sender.close();
  expect(server.requests).toEqual([]);
});

test('timeout: no connection within its own limit', async () => {
  const { promise } = Promise.withResolvers<Awaited<ReturnType<Resolve>>>();
  const sender = useSender({ resolve: () => promise, connectTimeoutMs: 50 });
  expect(await sender.post(postTo('http://hooks.example/'))).toMatchObject({
    reason: 'timeout',
    detail: 'No connection within 50 ms',
  });
});

test('timeout: a server that takes the connection and says nothing', async () => {
  const server = await startTcpServer((socket) => socket.resume());
  const result = await useSender({ exchangeTimeoutMs: 100 }).post(postTo(server.url));
  expect(result).toMatchObject({
    kind: 'failed',
    reason: 'timeout',
    detail: 'No complete answer within 100 ms',
  });
  await waitFor('the connection to be dropped', () => server.openConnections.size === 0);
});

test.each([
  ['headers', 'HTTP/1.1 200 OK\r\nx-slow: '],
  ['body', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'],
  ['chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3e8\r\n'],
])('timeout: an answer that drips, %s', async (_name, beginning) => {
  const server = await startTcpServer((socket) => {
    socket.write(beginning);
    const drip = setInterval(() => socket.write('.'), 10);
    socket.on('close', () => clearInterval(drip));
  });
  const result = await useSender({ exchangeTimeoutMs: 150 }).post(postTo(server.url));
  expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' });
  await waitFor('the connection to be dropped', () => server.openConnections.size === 0);
});

test('a target that hangs delays no other', async () => {
  const hung = await startTcpServer(() => undefined);
  const server = await startWebServer((response) => response.end());
  const sender = useSender({ exchangeTimeoutMs: 1_000 });
  let hanging = true;
  const stuck = Promise.all(Array.from({ length: 40 }, () => sender.post(postTo(hung.url)))).then(
    (results) => {
      hanging = false;
      return results;
    },
  );
  await waitFor('the hung target to be full', () => hung.connections.size === 16);
  expect(await sender.post(postTo(server.url))).toMatchObject({ kind: 'answered' });
  expect(hanging).toBe(true);
  await stuck;
});

test.each([
  ['before the answer', ''],
  ['within the headers', 'HTTP/1.1 200 OK\r\ncontent-'],
  ['within a body of known length', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345'],
  ['within a chunked body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\na\r\n12345'],
])('connection_lost: the server hangs up %s', async (_name, beginning) => {
  const server = await startTcpServer((socket) => {
    socket.once('data', () => socket.end(beginning));
  });
  expect(await useSender().post(postTo(server.url))).toMatchObject({
    kind: 'failed',
    reason: 'connection_lost',
  });
});

test.each([
  ['before the answer', ''],
  ['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345'],
])('connection_lost: the server resets %s', async (_name, beginning) => {
  const server = await startTcpServer((socket) => {
    socket.once('data', () => socket.write(beginning, () => socket.resetAndDestroy()));
  });
  expect(await useSender().post(postTo(server.url))).toMatchObject({
    kind: 'failed',
    reason: 'connection_lost',
  });
});

test.each([
  ['garbage', 'garbage, and a lot of it\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['a broken header', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n123456'],
  ['huge headers', `HTTP/1.1 200 OK\r\nx-huge: ${'x'.repeat(20_000)}\r\n\r\n`],
  [
    'an upgrade nobody asked for',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
  ],
  ['a go-ahead nobody asked for', 'HTTP/1.1 100 Continue\r\n\r\n'],
])('bad_response: %s', async (_name, answer) => {
  const server = await startTcpServer((socket) => {
    socket.once('data', () => socket.write(answer));
  });
  expect(await useSender().post(postTo(server.url))).toMatchObject({
    kind: 'failed',
    reason: 'bad_response',
  });
  await waitFor('the connection to be dropped', () => server.openConnections.size === 0);
});

test.each([
  ['of known length', 'content-length: 10\r\n\r\n12345'],
  ['in chunks', 'transfer-encoding: chunked\r\n\r\na\r\n12345'],
])('bad_response: a last answer %s that is cut short', async (_name, rest) => {
  const server = await startTcpServer((socket) => {
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n${rest}`));
  });
  expect(await useSender().post(postTo(server.url))).toMatchObject({
    kind: 'failed',
    reason: 'bad_response',
  });
});

test('bad_response: a server that speaks before it is asked', async () => {
  const server = await startTcpServer((socket) => socket.write('220 mail.example ESMTP\r\n'));
  expect(await useSender().post(postTo(server.url))).toMatchObject({
    kind: 'failed',
    reason: 'bad_response',
  });
});

test('an idle connection that the server closes does not fail the next request', async () => {
  const server = await startWebServer((response) => response.end());
  const sender = useSender();
  await sender.post(postTo(server.url));
  for (const socket of server.openConnections) socket.destroy();
  await waitFor('the connection to be closed', () => server.openConnections.size === 0);
  await nextTurn();
  expect(await sender.post(postTo(server.url))).toMatchObject({ kind: 'answered' });
});
