import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { exchangeBytes, openConnection, parseAnswer } from '../support/raw-connection.ts';
import { receiveAlert } from '../support/provider.ts';
import { useApi } from '../support/use-api.ts';
import { waitFor } from '../support/wait-for.ts';

const api = useApi();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const BEGINNINGS = {
  nothing: () => '',
  'half a request line': () => 'PATCH /api/v1/charge',
  'half a header': () => 'GET /api/v1/chargeback-alert/alerts HTTP/1.1\r\nHost: x\r\nAuthoriz',
  'a body that does not come': () =>
    [
      'PATCH /api/v1/chargeback-alert/alerts/x/status HTTP/1.1',
      'Host: x',
      `Authorization: ${api.company.authorization}`,
      'Content-Type: application/json',
      'Content-Length: 18',
      '',
      '{"sta',
    ].join('\r\n'),
};

/** The bytes got an answer in the envelope, with a request id, and the connection was closed. */
function readEnvelope(wire: string): [status: number, code: string] {
  const answer = parseAnswer(wire);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-request-id']).toMatch(UUID);
  const body = JSON.parse(answer.body);
  expect(body).toEqual({
    error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/\S/) },
  });
  expect(wire).not.toMatch(/\bat .*:\d+:\d+|node_modules|HPE_/);
  return [answer.status, body.error.code];
}

describe('D9: bytes that are no request → 400 in the envelope, connection closed', () => {
  test.each([
    ['no HTTP at all', 'hello, is anybody there?\r\n\r\n'],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n'],
    ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n'],
    ['a space in a header name', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX Y: a\r\n\r\n'],
    [
      'two lengths',
      'POST /chargeback-alert/get HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
    ],
    [
      'a length that is no number',
      'POST /chargeback-alert/get HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\na',
    ],
    ['a negative length', 'POST /chargeback-alert/get HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [
      'length and chunks at once',
      'POST /chargeback-alert/get HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('%s', async (_name, bytes) => {
    const wire = await exchangeBytes(api.service.url, Buffer.from(bytes, 'latin1'));
    expect(readEnvelope(wire)).toEqual([400, 'BAD_REQUEST']);
  });

  test('D9: a broken chunk in the middle of a body', async () => {
    const head = [
      'PATCH /api/v1/chargeback-alert/alerts/x/status HTTP/1.1',
      'Host: x',
      `Authorization: ${api.company.authorization}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const wire = await exchangeBytes(api.service.url, `${head}\r\n\r\n5\r\n{"sta\r\nZZ\r\n`);
    expect(readEnvelope(wire)).toEqual([400, 'BAD_REQUEST']);
  });

  test.each([
    ['one header of 20 KB', `X: ${'x'.repeat(20_000)}`],
    [
      'many headers of 40 KB in all',
      Array.from({ length: 400 }, (_, i) => `X-${i}: ${'x'.repeat(90)}`).join('\r\n'),
    ],
  ])('D9: too large headers → 431 HEADERS_TOO_LARGE: %s', async (_name, header) => {
    const wire = await exchangeBytes(
      api.service.url,
      `GET /healthz HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`,
    );
    expect(readEnvelope(wire)).toEqual([431, 'HEADERS_TOO_LARGE']);
  });

  test('D9: a path of 20 KB is part of the head → 431 HEADERS_TOO_LARGE', async () => {
    const wire = await exchangeBytes(
      api.service.url,
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(readEnvelope(wire)).toEqual([431, 'HEADERS_TOO_LARGE']);
    expect(wire).toContain('x-content-type-options: nosniff');
  });

  test('an expectation that nobody knows is answered in the envelope or not minded', async () => {
    const head = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n';
    const answer = parseAnswer(await exchangeBytes(api.service.url, head));
    expect(answer.headers['x-request-id']).toMatch(UUID);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  test('after all of it the service serves', async () => {
    expect((await api.client.list()).status).toBe(200);
  });
});

/** Opened first and read last, so that the wait for it is shared with all the other tests. */
let neverEnding: Promise<string>;
beforeAll(async () => {
  const socket = await openConnection(api.service.url);
  socket.write(BEGINNINGS['a body that does not come']());
  neverEnding = readText(socket);
});

async function countConnections(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  api.service.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  return promise;
}

describe('promise 4: slow clients hold nobody up', () => {
  test.each(Object.entries(BEGINNINGS))(
    '30 connections that sent %s: others are served',
    async (_name, beginning) => {
      const slow = await Promise.all(Array.from({ length: 30 }, () => openConnection(api.service.url)));
      for (const socket of slow) socket.write(beginning());
      const id = await receiveAlert(api.service.url, api.company);
      const answers = await Promise.all([
        api.client.list(),
        api.client.read(id),
        api.client.answer(id, 'other'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(slow.every((socket) => !socket.destroyed)).toBe(true);
      for (const socket of slow) socket.destroy();
    },
  );

  test('a request that arrives byte by byte is answered like any other', async () => {
    const id = await receiveAlert(api.service.url, api.company);
    const body = '{"status":"other"}';
    const request = [
      `PATCH /api/v1/chargeback-alert/alerts/${id}/status HTTP/1.1`,
      'Host: x',
      `Authorization: ${api.company.authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n');
    const socket = await openConnection(api.service.url);
    socket.setNoDelay(true);
    const wire = readText(socket);
    for (const byte of request) if (!socket.write(byte)) await once(socket, 'drain');
    const answer = parseAnswer(await wire);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body).data).toMatchObject({ id, status: 'other' });
  });

  test('a client that hangs up in the middle of its body leaves the alert as it was', async () => {
    const id = await receiveAlert(api.service.url, api.company);
    const socket = await openConnection(api.service.url);
    socket.write(BEGINNINGS['a body that does not come']().replace('/x/', `/${id}/`));
    expect((await api.client.read(id)).status).toBe(200);
    const connections = await countConnections();
    socket.destroy();
    await waitFor('the service to notice', async () => (await countConnections()) < connections);
    expect((await api.client.read(id)).body.data.status).toBe('pending');
    expect((await api.client.answer(id, 'other')).status).toBe(200);
    // It is no failure of the service, and must not wake anybody.
    expect(api.service.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('D9: a body that never comes → 408 REQUEST_TIMEOUT in the envelope, connection closed', async () => {
    expect(readEnvelope(await neverEnding)).toEqual([408, 'REQUEST_TIMEOUT']);
  });
});
