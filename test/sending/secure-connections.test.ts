import type { LookupAddress } from 'node:dns';
import tls from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import type { Resolve } from '../../src/sending/resolve-host.ts';
import { type KeyAndCertificate, makeSelfSigned } from '../support/certificate.ts';
import { startTcpServer, startWebServer, type WebServer } from './servers.ts';
import { postTo, useSender } from './use-sender.ts';

const PUBLIC_ADDRESS = '8.8.8.8';

const reallyConnect = tls.connect;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets loopback play the public address, so that nothing leaves the machine, and its certificate play a trusted one. */
function pretendToBePublic(trusted?: KeyAndCertificate): string[] {
  const connectedTo: string[] = [];
  const connectNearby = (options: tls.ConnectionOptions): tls.TLSSocket =>
    reallyConnect({
      ...options,
      ...(trusted === undefined ? {} : { ca: trusted.cert }),
      lookup: (hostname, lookupOptions, callback) => {
        options.lookup?.(hostname, lookupOptions, (error, found) => {
          const addresses = typeof found === 'string' ? [] : found.map(({ address }) => address);
          connectedTo.push(...addresses);
          callback(error, addresses.map(nearby));
        });
      },
    });
  // Of the forms that `connect` takes, the connector uses this one.
  vi.spyOn(tls, 'connect').mockImplementation(connectNearby as typeof tls.connect);
  return connectedTo;
}

function nearby(address: string): LookupAddress {
  return { address: address === PUBLIC_ADDRESS ? '127.0.0.1' : address, family: 4 };
}

function answering(...answers: string[]): Resolve {
  return async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
}

function startSecureServer(secure: KeyAndCertificate): Promise<WebServer> {
  return startWebServer((response) => response.end('ok'), secure);
}

test('https to a public address with a trusted certificate is answered', async () => {
  const secure = makeSelfSigned();
  const server = await startSecureServer(secure);
  const connectedTo = pretendToBePublic(secure);
  const sender = useSender({ allowPrivate: false, resolve: answering(PUBLIC_ADDRESS) });
  const url = `https://hooks.example:${server.port}/hook`;
  expect(await sender.post(postTo(url))).toMatchObject({ kind: 'answered', status: 200, body: 'ok' });
  expect(connectedTo).toEqual([PUBLIC_ADDRESS]);
});

test('a closing dot changes nothing', async () => {
  const secure = makeSelfSigned();
  const server = await startSecureServer(secure);
  pretendToBePublic(secure);
  const sender = useSender({ allowPrivate: false, resolve: answering(PUBLIC_ADDRESS) });
  expect(await sender.post(postTo(`https://hooks.example.:${server.port}/`))).toMatchObject({ status: 200 });
  expect(tls.connect).toHaveBeenCalledWith(expect.objectContaining({ servername: 'hooks.example' }));
});

test('a name that turns to this machine after it was found public gets no request through', async () => {
  const secure = makeSelfSigned();
  const server = await startSecureServer(secure);
  const connectedTo = pretendToBePublic(secure);
  const resolve = vi.fn<Resolve>(answering(PUBLIC_ADDRESS, '127.0.0.1', '10.0.0.1'));
  const sender = useSender({ allowPrivate: false, resolve });
  const url = `https://hooks.example:${server.port}/`;
  expect(await sender.post(postTo(url))).toMatchObject({ kind: 'answered' });
  // The answer that was checked is the one that was connected to: a second one was not even asked for.
  expect(resolve).toHaveBeenCalledTimes(1);
  for (const socket of server.openConnections) socket.destroy();

  const others = [useSender({ allowPrivate: false, resolve }), useSender({ allowPrivate: false, resolve })];
  for (const other of others) {
    expect(await other.post(postTo(url))).toMatchObject({ reason: 'forbidden_address' });
  }
  expect(resolve).toHaveBeenCalledTimes(3);
  expect(connectedTo).toEqual([PUBLIC_ADDRESS]);
  expect(server.requests).toHaveLength(1);
});

test('tls: a self-signed certificate, whatever the environment says', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  // Node.js warns of the variable, which is what it is here for.
  vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
  pretendToBePublic();
  const server = await startSecureServer(makeSelfSigned());
  const result = await useSender().post(postTo(server.url));
  vi.unstubAllEnvs();
  expect(result).toMatchObject({ kind: 'failed', reason: 'tls', detail: 'The certificate is self-signed' });
  expect(server.requests).toEqual([]);
});

test('tls: a certificate that has expired', async () => {
  const secure = makeSelfSigned({ validUntil: new Date(Date.now() - 3_600_000) });
  pretendToBePublic(secure);
  const server = await startSecureServer(secure);
  expect(await useSender().post(postTo(server.url))).toMatchObject({
    reason: 'tls',
    detail: 'The certificate has expired',
  });
});

test('tls: a certificate for another host', async () => {
  const secure = makeSelfSigned({ hostname: 'elsewhere.example' });
  pretendToBePublic(secure);
  const server = await startSecureServer(secure);
  const sender = useSender({ resolve: answering(PUBLIC_ADDRESS) });
  expect(await sender.post(postTo(`https://hooks.example:${server.port}/`))).toMatchObject({
    reason: 'tls',
    detail: 'The certificate is for another host name',
  });
});

test('tls: a server that knows only old versions', async () => {
  const secure = makeSelfSigned();
  pretendToBePublic(secure);
  const server = await startWebServer((response) => response.end(), {
    ...secure,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  expect(await useSender().post(postTo(server.url))).toMatchObject({
    reason: 'tls',
    detail: 'The server does not support TLS 1.2 or newer',
  });
});

test('tls: a server that does not speak it', async () => {
  pretendToBePublic();
  const server = await startWebServer((response) => response.end());
  expect(await useSender().post(postTo(`https://127.0.0.1:${server.port}/`))).toMatchObject({
    reason: 'tls',
    detail: 'The server does not speak TLS on this port',
  });
});

test('tls: a server that hangs up during the handshake', async () => {
  pretendToBePublic();
  const server = await startTcpServer((socket) => socket.once('data', () => socket.destroy()));
  const result = await useSender().post(postTo(`https://127.0.0.1:${server.port}/`));
  expect(result).toMatchObject({ reason: 'tls', detail: 'Connection reset' });
});

test('timeout: a handshake that never ends', async () => {
  pretendToBePublic();
  const server = await startTcpServer(() => undefined);
  const sender = useSender({ connectTimeoutMs: 100 });
  expect(await sender.post(postTo(`https://127.0.0.1:${server.port}/`))).toMatchObject({
    reason: 'timeout',
    detail: 'No connection within 100 ms',
  });
});
