import { once } from 'node:events';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { KeyAndCertificate } from './certificate.ts';

export interface CutProxy {
  /** The database behind the proxy. */
  readonly url: string;
  /** Breaks every connection, as a failing network does: without a word. */
  cutAll(): void;
  /** Lets the next statement with this text through to the database, and breaks the connection when its answer comes back. */
  loseAnswerTo(text: string): void;
  /** The same, but this many bytes of what comes back first, or half of them, are still let through. */
  cutAnswerTo(text: string, keptBytes?: number): void;
  stop(): Promise<void>;
}

/**
 * A TCP proxy in front of PostgreSQL whose connections the test can break at a chosen moment. With a certificate it is the
 * proxy that encrypts, so that what is encrypted can be cut at a chosen byte, too.
 */
export async function startCutProxy(databaseUrl: string, certificate?: KeyAndCertificate): Promise<CutProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let textToLose: string | undefined;
  let keptOf: ((bytes: Buffer) => number) | undefined;

  async function join(incoming: Socket): Promise<void> {
    sockets.add(incoming);
    incoming.on('close', () => sockets.delete(incoming));
    const client = certificate === undefined ? incoming : await agreeToEncrypt(incoming, certificate);
    const database = connectSocket(Number(target.port), target.hostname);
    let losing = false;
    const breakBoth = () => {
      client.destroy();
      database.destroy();
    };
    client.on('data', (bytes) => {
      if (textToLose !== undefined && bytes.includes(textToLose)) {
        losing = true;
        textToLose = undefined;
      }
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      if (!losing) client.write(bytes);
      else if (keptOf) client.write(bytes.subarray(0, keptOf(bytes)), breakBoth);
      else breakBoth();
    });
    for (const socket of [client, database]) socket.on('error', breakBoth).on('close', breakBoth);
  }
  const server = createServer((incoming) => void join(incoming).catch(() => incoming.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  if (certificate !== undefined) url.searchParams.set('sslmode', 'require');
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cutAll,
    loseAnswerTo: (text) => {
      textToLose = text;
      keptOf = undefined;
    },
    cutAnswerTo: (text, keptBytes) => {
      textToLose = text;
      keptOf = (bytes) => keptBytes ?? bytes.length / 2;
    },
    stop: async () => {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}

async function agreeToEncrypt(socket: Socket, certificate: KeyAndCertificate): Promise<Socket> {
  await once(socket, 'data');
  socket.write('S');
  return new TLSSocket(socket, { ...certificate, isServer: true });
}
